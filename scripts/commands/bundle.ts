// Bundles the program of an image: `bundle.ts FOLDER` writes `bundle/main.js` for the package in
// FOLDER, whose dependencies are below it. Modules that load files beside themselves still find
// them after FOLDER is moved.

import { join, resolve } from 'node:path';
import { buildBundle } from '../build/bundle.ts';
import { PlainError, runMain } from '../lib/fail.ts';

await runMain(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new PlainError('Usage: bundle.ts FOLDER');
  const main = join(resolve(folder), 'dist/main.js');
  await buildBundle({ main }, join(resolve(folder), 'bundle'));
});

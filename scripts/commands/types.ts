// `npm run types [-- packages]`: checks the types of every package, the tools and the web pages,
// after it has built what is outdated, because types come from the contract, too.
// Uses the Go-based compiler on one thread: on two cores it takes a quarter of the time of the
// JavaScript-based one, while its default threads each check mongoose's types again and take as
// long. Linters still need the API of the other compiler.

import { join } from 'node:path';
import { build } from './build.ts';
import { PlainError, runMain } from '../lib/fail.ts';
import { createLog } from '../lib/log.ts';
import { run } from '../lib/processes.ts';
import { root } from '../lib/root.ts';

const compiler = join(root, 'node_modules/typescript-7/bin/tsc');

/**
 * @param packages folders, checked with their dependencies; empty checks all
 * @throws with the errors of the compiler
 */
export async function checkTypes(packages: string[] = []) {
  for (const args of [
    ['-b', ...packages],
    ['-p', 'scripts'],
    ['-p', 'web'],
  ]) {
    const { code, output } = await run(process.execPath, [compiler, ...args, '--singleThreaded'], { cwd: root });
    if (code !== 0) throw new PlainError(output.trim());
  }
}

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    await build({ log: createLog() });
    await checkTypes(process.argv.slice(2));
  });
}

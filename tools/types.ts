// Whether the types hold, in every package and in the tools: `npm run types [-- packages]`. The
// compiler written in Go, on one thread: on two cores it takes a quarter of the other's time, and
// with its default threads as long as the other, as each of them checks mongoose's types again.
// Linters still need the other's API.

import { join } from 'node:path';
import { PlainError, runMain } from './lib/fail.ts';
import { run } from './lib/processes.ts';
import { root } from './lib/root.ts';

const compiler = join(root, 'node_modules/typescript-7/bin/tsc');

/**
 * @param packages folders, with those that they use; all when there are none
 * @throws with what the compiler found
 */
export async function checkTypes(packages: string[] = []) {
  for (const args of [
    ['-b', ...packages],
    ['-p', 'tools'],
  ]) {
    const { code, output } = await run(process.execPath, [compiler, ...args, '--singleThreaded'], { cwd: root });
    if (code !== 0) throw new PlainError(output.trim());
  }
}

if (process.argv[1] === import.meta.filename) {
  await runMain(() => checkTypes(process.argv.slice(2)));
}

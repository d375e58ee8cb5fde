// `npm run lint`: the linters, one after the other. `npm test` runs them side by side.

import { join } from 'node:path';
import { runMain } from './lib/fail.ts';
import { run } from './lib/processes.ts';
import { root } from './lib/root.ts';

export interface Linter {
  name: string;
  args: string[];
}

export const linters: Linter[] = [
  { name: 'eslint', args: ['.'] },
  { name: 'depcruise', args: ['packages', 'services', 'gateway/src', 'tools'] },
  { name: 'prettier', args: ['--check', '--log-level=warn', '.'] },
  { name: 'buf', args: ['lint', 'proto'] },
];

/** @param options `inherit` gives it our own stdout and stderr */
export function runLinter({ name, args }: Linter, options?: { inherit?: boolean }) {
  return run(join(root, 'node_modules/.bin', name), args, { cwd: root, ...options });
}

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    for (const linter of linters) {
      const { code } = await runLinter(linter, { inherit: true });
      if (code !== 0) return code ?? 1;
    }
  });
}

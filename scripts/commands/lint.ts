// `npm run lint`: runs the linters one after the other. `npm test` runs them in parallel.

import { join } from 'node:path';
import { cacheFolder } from '../bootstrap/cache-folder.cjs';
import { runMain } from '../lib/fail.ts';
import { run } from '../lib/processes.ts';
import { root } from '../lib/root.ts';

export interface Linter {
  name: string;
  /** Program of the repository; the binary `name` of a dependency by default. */
  program?: string;
  args: string[];
}

/** Options that check only files which have changed since an earlier check in any checkout. */
const cached = (name: string): string[] => [
  '--cache',
  '--cache-strategy',
  'content',
  '--cache-location',
  join(cacheFolder(), 'lint', name),
];

/**
 * ESLint's rules that use types may miss what a change does to another file, so CI, where `CI` is
 * set, checks all of them.
 */
const cachedUnlessCi = (name: string): string[] => (process.env.CI ? [] : cached(name));

export const linters: Linter[] = [
  { name: 'eslint', args: ['.', ...cachedUnlessCi('eslint')] },
  { name: 'depcruise', args: ['packages', 'services', 'gateway/src', 'scripts', 'web/src'] },
  { name: 'prettier', args: ['--check', '--log-level=warn', '.', ...cached('prettier')] },
  { name: 'buf', args: ['lint', 'proto'] },
  {
    name: 'cspell',
    args: ['lint', '--no-progress', '--no-summary', '--config', 'scripts/language/cspell.json', ...cached('cspell')],
  },
  { name: 'language', program: 'scripts/commands/language.ts', args: [] },
  { name: 'areas', program: 'scripts/commands/areas.ts', args: [] },
  { name: 'messages', program: 'scripts/commands/messages.ts', args: ['--check'] },
];

/** @param options `inherit` passes stdout and stderr through */
export function runLinter({ name, program, args }: Linter, options?: { inherit?: boolean }) {
  const command =
    program === undefined ? [join(root, 'node_modules/.bin', name)] : [process.execPath, join(root, program)];
  return run(command[0] as string, [...command.slice(1), ...args], { cwd: root, ...options });
}

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => {
    for (const linter of linters) {
      const { code } = await runLinter(linter, { inherit: true });
      if (code !== 0) return code ?? 1;
    }
  });
}

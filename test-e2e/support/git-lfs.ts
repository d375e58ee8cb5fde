/** The real client of Git LFS from its Debian package. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runAsync } from '@forgemesh/testing/shell';
import { unpackDebianPackages } from '../../scripts/test/mesh.cjs';

/** Runs git with the client; `code` is its exit code, `output` all that it prints. */
export type LfsGit = (cwd: string, ...args: string[]) => Promise<{ code: number; output: string }>;

/** Options of git that the client's installation sets. */
const filter = [
  ...['-c', 'filter.lfs.process=git-lfs filter-process', '-c', 'filter.lfs.clean=git-lfs clean -- %f'],
  ...['-c', 'filter.lfs.smudge=git-lfs smudge -- %f', '-c', 'filter.lfs.required=true'],
];

/** Git with the client; undefined if its package is unavailable. */
export function gitWithLfs(): LfsGit | undefined {
  const root = unpackDebianPackages(['git-lfs']);
  const folder = [root && join(root, 'usr/bin'), '/usr/bin'].find((path) => path && existsSync(join(path, 'git-lfs')));
  if (folder === undefined) return undefined;
  const env = {
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  };
  return async (cwd, ...args) => {
    const { code, stdout, stderr } = await runAsync({ program: 'git', args: [...filter, ...args], cwd, env });
    return { code: code ?? -1, output: `${stdout.toString()}${stderr.toString()}` };
  };
}

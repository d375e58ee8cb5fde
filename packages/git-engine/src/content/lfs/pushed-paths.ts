/** Finds which of some paths a push changes, before any ref reaches its commits. */
import { GitError } from '../../errors';
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';

const maxOutputBytes = 64 * 1024 * 1024;

export interface PushedPathsInput {
  repo: string;
  /** New targets of the refs. */
  tips: readonly string[];
  /** Paths of files, without line breaks. */
  paths: readonly string[];
  /** Environment variables that make quarantined objects visible to git. */
  quarantine_env: Record<string, string>;
}

/** The paths that the new commits change; for a merge, those that differ from each parent. */
export async function pushedPaths(context: GitContext, input: PushedPathsInput): Promise<string[]> {
  const { repo, tips, paths, quarantine_env: env } = input;
  if (tips.length === 0 || paths.length === 0) return [];
  const { code, stdout, stderr } = await context.repository(repo).run({
    args: ['log', '--format=', '--name-only', '-z', '-c', '--no-renames', '--stdin', '--not', '--all'],
    env,
    input: [...tips.map(checkObjectId), '--', ...paths, ''].join('\n'),
    maxBytes: maxOutputBytes,
    signal: context.signal,
  });
  if (code !== 0) throw new GitError('git_failed', stderr.trim() || 'git could not compare the commits');
  // A path also selects what is below a folder of its name.
  const changed = new Set(stdout.toString('utf8').split(/[\0\n]/));
  return paths.filter((path) => changed.has(path));
}

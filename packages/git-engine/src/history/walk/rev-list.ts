/**
 * A walk by git itself: one process, with its commit graph and changed-path filters where they
 * exist.
 */
import { GitError } from '../../errors';
import type { Repository } from '../../worker/repository';
import type { WalkQuery } from './walk-query';

const maxBytes = 64 * 1024 * 1024;

/** The first `count` commits of a query. */
export async function revList(
  repository: Repository,
  query: WalkQuery,
  count: number,
  signal?: AbortSignal,
): Promise<string[]> {
  const { from, exclude = [], first_parent, since, until, path } = query;
  const args = ['rev-list', '--stdin', `--max-count=${count}`];
  if (first_parent === true) args.push('--first-parent');
  if (since !== undefined) args.push(`--max-age=${since}`);
  if (until !== undefined) args.push(`--min-age=${until}`);
  if (path !== undefined) args.push('--', path);
  const input = [...from, ...exclude.map((id) => `^${id}`), ''].join('\n');
  const { code, stdout, stderr } = await repository.run({ args, input, signal, maxBytes });
  if (code !== 0) throw new GitError('git_failed', `git rev-list: ${stderr.trim()}`);
  return stdout.toString('latin1').split('\n').filter(Boolean);
}

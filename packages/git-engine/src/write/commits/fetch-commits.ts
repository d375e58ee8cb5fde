/** Copies commits from another repository of this machine. */
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { GitError } from '../../errors';
import { allTips } from '../../history/walk/all-tips';
import { checkObjectId } from '../../objects/object-id';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';

export interface FetchCommitsInput {
  /** Repository that receives the commits; it must exist. */
  repo: string;
  /** Repository that contains the commits. */
  from: string;
  ids: readonly string[];
}

/**
 * Copies commits with their history, except what the branches and tags of the target already reach,
 * so that a ref may then be set to any of them. Until then they are unreachable; maintenance keeps
 * such objects for two weeks. Errors: `repository_not_found`, `object_not_found` when `from` has no
 * such commit, `git_failed`.
 */
export async function fetchCommits(context: GitContext, { repo, from, ids }: FetchCommitsInput): Promise<void> {
  const [target, source] = [context.repository(repo), context.repository(from)];
  if (!target.exists) throw new GitError('repository_not_found', 'the repository does not exist');
  const tips = await allTips(target);
  const requested = ids.map(checkObjectId).filter((id) => !tips.includes(id));
  if (requested.length === 0) return;
  const infos = await Promise.all(requested.map((id) => source.info(id)));
  const missing = requested.find((_id, index) => infos[index]?.type !== 'commit');
  if (missing !== undefined) throw new GitError('object_not_found', `${missing} does not exist`);
  const known = await Promise.all(tips.map(async (id) => ((await source.info(id)) === undefined ? [] : [`^${id}`])));
  await copyPack(source, target, [...requested, ...known.flat()], context.signal);
}

/** One process packs what the revisions select, another one stores it. */
async function copyPack(
  source: Repository,
  target: Repository,
  revisions: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const packer = start(source, ['pack-objects', '--revs', '--stdout', '--thin', '--delta-base-offset', '-q']);
  const indexer = start(target, ['index-pack', '--stdin', '--fix-thin']);
  const stop = (): void => [packer, indexer].forEach(({ child }) => child.kill('SIGKILL'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    packer.child.stdin.end(`${revisions.join('\n')}\n`);
    // The exit codes tell which of the two broke the pipe.
    await pipeline(packer.child.stdout, indexer.child.stdin).catch(() => undefined);
    await packer.ended;
    await indexer.ended;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

function start(repository: Repository, args: string[]) {
  const child = repository.spawn({ args });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-4096)));
  // A process that ends early closes its input during our write.
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    if (code !== 0) throw new GitError('git_failed', `git ${args[0]} ended with ${code}: ${errorOutput.trim()}`);
  });
  // Both may fail; one of them is awaited first, so the other needs a handler.
  ended.catch(() => undefined);
  if (args[0] === 'index-pack') child.stdout.resume();
  return { child, ended };
}

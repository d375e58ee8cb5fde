/** Brings commits from another repository of this machine. */
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { GitError } from '../errors';
import { allTips } from '../history/walk/all-tips';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import type { Repository } from '../worker/repository';

export interface FetchCommitsInput {
  /** Repository that gets the commits; it must be there. */
  repo: string;
  /** Repository that has them. */
  from: string;
  ids: readonly string[];
}

/**
 * Brings commits with all that they lead to, less what the branches and tags of the target lead to
 * already: whatever ref is set to one of them then, the target is complete. Until then nothing in
 * it leads there; upkeep keeps such objects for two weeks. Errors: `repository_not_found`,
 * `object_not_found` where `from` has no such commit, `git_failed`.
 */
export async function fetchCommits(context: GitContext, { repo, from, ids }: FetchCommitsInput): Promise<void> {
  const [target, source] = [context.repository(repo), context.repository(from)];
  if (!target.exists) throw new GitError('repository_not_found', 'there is no repository yet');
  const tips = await allTips(target);
  const wanted = ids.map(checkObjectId).filter((id) => !tips.includes(id));
  if (wanted.length === 0) return;
  const infos = await Promise.all(wanted.map((id) => source.info(id)));
  const missing = wanted.find((_id, index) => infos[index]?.type !== 'commit');
  if (missing !== undefined) throw new GitError('object_not_found', `${missing} does not exist`);
  const known = await Promise.all(tips.map(async (id) => ((await source.info(id)) === undefined ? [] : [`^${id}`])));
  await copyPack(source, target, [...wanted, ...known.flat()], context.signal);
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
    // Which of the two broke the pipe is told by how they ended.
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
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-4096)));
  // A process that ends early closes its input under our write.
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    if (code !== 0) throw new GitError('git_failed', `git ${args[0]} ended with ${code}: ${words.trim()}`);
  });
  // Both may fail at once, and one of them is asked first.
  ended.catch(() => undefined);
  if (args[0] === 'index-pack') child.stdout.resume();
  return { child, ended };
}

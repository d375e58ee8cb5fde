/**
 * Streams all changes between two commits as one patch, through a persistent git process. Short
 * patches are cached: commits are immutable by id.
 */
import { GitError } from '../errors';
import { readCommit } from '../objects/commit';
import { checkObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import { LostProcessError } from '../worker/persistent-process';
import type { Pipe } from '../worker/pipe';
import type { Repository } from '../worker/repository';
import { DiffProcess } from './diff-process';
import { LaneQueue } from './lane-queue';
import { PatchWriter } from './patch-writer';

export interface StreamDiffInput {
  repo: string;
  from: string;
  to: string;
}

const cacheBytes = 16 * 1024 * 1024;
const patchBytes = 200;
const lanes = 2;
const format = ['-p', '--full-index', '--src-prefix=a/', '--dst-prefix=b/', '--submodule=short'];

/**
 * Writes the patch to the pipe, without a size limit. Errors: `object_not_found` when an id is not
 * a commit, `git_failed` when git exits with an error.
 */
export async function streamDiff(context: GitContext, { repo, from, to }: StreamDiffInput, pipe: Pipe): Promise<null> {
  const repository = context.repository(repo);
  const [left, right] = await Promise.all(
    [from, to].map(async (id) => (await readCommit(repository, checkObjectId(id))).tree_id),
  );
  if (left === undefined || right === undefined || left === right) return null;
  const cache = repository.cache<Buffer>('patches', cacheBytes, ({ length }) => length + patchBytes);
  const key = `${left} ${right}`;
  const cached = cache.get(key);
  if (cached !== undefined) {
    await pipe.write(cached);
    return null;
  }
  const queue = repository.slot('patch queue', () => new LaneQueue(lanes));
  const writer = await queue.run(async (lane) => runDiff(context, repository, lane, { left, right }, pipe));
  // The lane is free while a slow reader takes the rest.
  await writer.flush();
  if (writer.patch !== undefined) cache.set(key, writer.patch);
  return null;
}

async function runDiff(
  context: GitContext,
  repository: Repository,
  lane: number,
  { left, right }: { left: string; right: string },
  pipe: Pipe,
): Promise<PatchWriter> {
  for (let isRetry = false; ; isRetry = true) {
    const process = repository.persistentProcess(
      `patch-${lane}`,
      () => new DiffProcess(repository.settings, repository.path, format),
    );
    const writer = new PatchWriter(pipe, process);
    try {
      const isComplete = await process.compare(left, right, (chunk) => writer.push(chunk), context.signal);
      if (!isComplete) await writer.flush();
      if (!isComplete) throw new GitError('cancelled', 'the reader has ended');
      return writer;
    } catch (error) {
      // What was sent cannot be repeated.
      if (isRetry || writer.hasWritten || !(error instanceof LostProcessError)) throw error;
    }
  }
}

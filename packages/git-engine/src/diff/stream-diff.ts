/**
 * Streams all changes between two commits as one patch, through a persistent git process. Short
 * patches are cached: commits are immutable by id.
 */
import type { Caller } from '@forgemesh/admission';
import { readCommit } from '../objects/commit';
import { checkObjectId, emptyTreeId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import { LostProcessError } from '../worker/persistent-process';
import type { DownloadSink } from '../worker/downloads';
import { lanesOf } from '../worker/lanes';
import type { Pipe } from '../worker/pipe';
import type { Repository } from '../worker/repository';
import { DiffProcess } from './diff-process';
import { PatchWriter } from './patch-writer';

export interface StreamDiffInput {
  repo: string;
  /** Id of a commit; null for a diff against nothing. */
  from: string | null;
  to: string;
  /** Whose share of the slots the download uses. */
  caller: Caller;
}

const cacheBytes = 16 * 1024 * 1024;
const patchBytes = 200;
const format = ['-p', '--full-index', '--src-prefix=a/', '--dst-prefix=b/', '--submodule=short'];

/**
 * Writes the patch to the pipe, without a size limit. Errors: `object_not_found` when an id is not
 * a commit, `git_failed` when git exits with an error.
 */
export async function streamDiff(
  context: GitContext,
  { repo, from, to, caller }: StreamDiffInput,
  pipe: Pipe,
): Promise<null> {
  const repository = context.repository(repo);
  const treeOf = async (id: string) => (await readCommit(repository, checkObjectId(id))).tree_id;
  const [left, right] = await Promise.all([from === null ? emptyTreeId : treeOf(from), treeOf(to)]);
  if (left === undefined || right === undefined || left === right) return null;
  const cache = repository.cache<Buffer>('patches', cacheBytes, ({ length }) => length + patchBytes);
  const key = `${left} ${right}`;
  const cached = cache.get(key);
  if (cached !== undefined) {
    await pipe.write(cached);
    return null;
  }
  const download = { kind: 'patch' as const, caller, repo, signal: context.signal, pipe };
  const patch = await context.downloads.run(download, (sink, signal) =>
    lanesOf(repository, 'patch').use((lane) => runDiff(repository, lane, { left, right, signal }, sink)),
  );
  if (patch !== undefined) cache.set(key, patch);
  return null;
}

/** Returns the patch if it is short. */
async function runDiff(
  repository: Repository,
  lane: number,
  { left, right, signal }: { left: string; right: string; signal: AbortSignal },
  sink: DownloadSink,
): Promise<Buffer | undefined> {
  for (let isRetry = false; ; isRetry = true) {
    const process = repository.persistentProcess(
      `patch-${lane}`,
      () => new DiffProcess(repository.settings, repository.path, format),
    );
    const writer = new PatchWriter(sink, process);
    try {
      await process.compare(left, right, (chunk) => writer.push(chunk), signal);
      await writer.flush();
      return writer.patch;
    } catch (error) {
      // What was sent cannot be repeated.
      if (isRetry || writer.hasWritten || !(error instanceof LostProcessError)) throw error;
    }
  }
}

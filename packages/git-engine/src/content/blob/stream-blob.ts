/** Streams the content of a blob of any size. */
import type { Caller } from '@forgemesh/admission';
import { GitError } from '../../errors';
import { BlobProcess } from '../../objects/blob-process';
import type { GitContext } from '../../worker/context';
import type { DownloadSink } from '../../worker/downloads';
import { lanesOf } from '../../worker/lanes';
import { LostProcessError } from '../../worker/persistent-process';
import type { Pipe } from '../../worker/pipe';
import type { Repository } from '../../worker/repository';
import { type BlobInput, blobInfo } from './blob-info';

export interface StreamBlobInput extends BlobInput {
  /** Whose share of the slots the download uses. */
  caller: Caller;
}

const READ_AT_ONCE_BYTES = 256 * 1024;

/**
 * Writes the blob's bytes to the pipe and returns its size. Errors: `object_not_found` before the
 * first byte, and those of downloads.
 */
export async function streamBlob(context: GitContext, input: StreamBlobInput, pipe: Pipe): Promise<{ size: number }> {
  const { repo, id, caller } = input;
  const repository = context.repository(repo);
  const { size } = await blobInfo(context, input);
  if (size <= READ_AT_ONCE_BYTES) {
    const object = await repository.read(id);
    if (object === undefined) throw new GitError('object_not_found', 'there is no such blob');
    await pipe.write(object.data);
    return { size };
  }
  const { signal } = context;
  const sent = await context.downloads.run({ kind: 'blob', caller, repo, signal, pipe }, (sink, working) =>
    lanesOf(repository, 'blob').use((lane) => readBlob(repository, { id, lane, sink, signal: working })),
  );
  if (sent !== size) throw new GitError('git_failed', `the blob has ${size} bytes, ${sent} were read`);
  return { size };
}

/** Reads a blob through a persistent process; again if that was lost before the first byte. */
async function readBlob(
  repository: Repository,
  { id, lane, sink, signal }: { id: string; lane: number; sink: DownloadSink; signal: AbortSignal },
): Promise<number | undefined> {
  let hasWritten = false;
  const take = (chunk: Buffer): Promise<void> => {
    hasWritten = true;
    return sink.write(chunk);
  };
  for (let isRetry = false; ; isRetry = true) {
    const process = repository.persistentProcess(
      `blob-${lane}`,
      () => new BlobProcess(repository.settings, repository.path),
    );
    try {
      return await process.stream(id, take, signal);
    } catch (error) {
      // What was sent cannot be repeated.
      if (isRetry || hasWritten || !(error instanceof LostProcessError)) throw error;
    }
  }
}

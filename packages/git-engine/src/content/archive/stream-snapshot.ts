/**
 * Streams a repository as an uncompressed tar that is written while the files are read: no file is
 * held in memory.
 */
import { pipeline } from 'node:stream/promises';
import type { Caller } from '@forgemesh/admission';
import { pack, type Pack } from 'tar-stream';
import { GitError } from '../../errors';
import type { GitContext } from '../../worker/context';
import type { Pipe } from '../../worker/pipe';
import { snapshotFiles, type SnapshotFile } from './snapshot-files';

/** Git recognizes a folder as a repository only when these exist, even if empty. */
const folders = ['refs/', 'refs/heads/', 'refs/tags/', 'objects/', 'objects/info/', 'objects/pack/'];

export interface SnapshotInput {
  repo: string;
  /** Whether to include reflogs. */
  with_logs?: boolean;
  /** Whose share of the slots the download uses. */
  caller: Caller;
}

/** Writes the tar to the pipe. Errors: `repository_not_found`. */
export async function streamSnapshot(context: GitContext, input: SnapshotInput, pipe: Pipe): Promise<null> {
  const repository = context.repository(input.repo);
  if (!repository.exists) throw new GitError('repository_not_found', 'the repository does not exist');
  const { repo, caller } = input;
  const download = { kind: 'copy' as const, caller, repo, signal: context.signal, pipe };
  return await context.downloads.run(download, async (sink, signal) => {
    const tar = pack();
    const stop = (): void => tar.destroy(new GitError('cancelled', 'the call was cancelled'));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const writing = writeFiles(tar, input).catch((error: unknown) => tar.destroy(error as Error));
    try {
      for await (const chunk of tar as AsyncIterable<Buffer>) await sink.write(chunk);
      return null;
    } finally {
      signal.removeEventListener('abort', stop);
      tar.destroy();
      await writing;
    }
  });
}

async function writeFiles(tar: Pack, { repo, with_logs }: SnapshotInput): Promise<void> {
  for (const name of folders) tar.entry({ name, type: 'directory' });
  for await (const file of snapshotFiles(repo, with_logs)) await writeFile(tar, file);
  tar.finalize();
}

async function writeFile(tar: Pack, { name, handle, size }: SnapshotFile): Promise<void> {
  if (size === 0) {
    tar.entry({ name }, '');
    return;
  }
  const content = handle.createReadStream({ start: 0, end: size - 1, autoClose: false });
  await pipeline(content, tar.entry({ name, size }));
}

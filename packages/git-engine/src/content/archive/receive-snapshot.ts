/**
 * Creates a repository from a snapshot. It becomes visible only after it is complete and its state
 * matches the original.
 */
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { GitError } from '../../errors';
import { repositoryState, type RepositoryState } from '../../measure/repository-state';
import { syncFolder } from '../../storage/durable-files';
import { buildRepository, placeRepository } from '../../storage/ensure-repository';
import type { GitContext } from '../../worker/context';
import type { Pipe } from '../../worker/pipe';

export interface ReceiveSnapshotInput {
  /** Folder of the new repository. */
  repo: string;
  /** State of the original repository. */
  expected: RepositoryState;
}

/** The files that `snapshotFiles` lists. */
const snapshotFolders =
  /^(HEAD|packed-refs|(logs\/)?refs\/.+|logs\/HEAD|objects\/[0-9a-f]{2}\/[0-9a-f]{38}|objects\/pack\/pack-[0-9a-f]{40}\.(pack|idx|rev|bitmap|mtimes))$/;

/**
 * Creates the repository from the tar written to the pipe; returns false when nothing is written.
 * Errors: `refused` when the result differs from the original, `cancelled`.
 */
export async function receiveSnapshot(
  context: GitContext,
  { repo, expected }: ReceiveSnapshotInput,
  pipe: Pipe,
): Promise<boolean> {
  const first = await pipe.read();
  if (first === undefined) return false;
  return await placeRepository(repo, async (folder) => {
    await buildRepository(folder, 'master');
    await unpack(folder, startingWith(first, pipe), context.signal);
    const state = await repositoryState(context, { repo: folder });
    context.repository(folder).close();
    if (state.checksum === null || state.checksum !== expected.checksum || state.head !== expected.head)
      throw new GitError('refused', 'the copy differs from the original');
  });
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function unpack(folder: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  const tar = extract();
  const reading = pipeline(Readable.from(content), tar, { signal });
  // The failure is reported below, by whichever of the two rejects first.
  reading.catch(() => undefined);
  const folders = new Set([folder]);
  for await (const entry of tar) {
    const { name, type } = entry.header;
    if (type !== 'directory') {
      if (type !== 'file' || !isSnapshotFile(name))
        throw new GitError('refused', 'the snapshot contains an unexpected file');
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      for (let above = path.dirname(file); !folders.has(above); above = path.dirname(above)) folders.add(above);
      await writeDurably(file, entry as AsyncIterable<Buffer>);
    } else for await (const _nothing of entry);
  }
  await reading;
  for (const each of folders) await syncFolder(each);
}

function isSnapshotFile(name: string): boolean {
  return snapshotFolders.test(name) && !name.split('/').includes('..');
}

async function writeDurably(file: string, content: AsyncIterable<Buffer>): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for await (const chunk of content) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

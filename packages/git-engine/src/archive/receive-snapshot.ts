/**
 * Makes a repository from a snapshot of another one, and nobody sees it before it is whole and
 * proven to be the same.
 */
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { GitError } from '../errors';
import { repositoryState, type RepositoryState } from '../measure/repository-state';
import { syncFolder } from '../storage/durable-files';
import { buildRepository, placeRepository } from '../storage/ensure-repository';
import type { GitContext } from '../worker/context';
import type { Pipe } from '../worker/pipe';

export interface ReceiveSnapshotInput {
  /** Where it is to stand. */
  repo: string;
  /** State of the original. */
  expected: RepositoryState;
}

/** All that `snapshotFiles` names. */
const known =
  /^(HEAD|packed-refs|(logs\/)?refs\/.+|logs\/HEAD|objects\/[0-9a-f]{2}\/[0-9a-f]{38}|objects\/pack\/pack-[0-9a-f]{40}\.(pack|idx|rev|bitmap|mtimes))$/;

/**
 * Makes the repository from the tar that is written to the pipe; answers false where nothing is
 * written. Errors: `refused` where it does not become what the original is, `cancelled`.
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
    context.repository(folder).closeProcesses();
    if (state.checksum === null || state.checksum !== expected.checksum || state.head !== expected.head)
      throw new GitError('refused', 'the copy is not what the original is');
  });
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function unpack(folder: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  const tar = extract();
  const reading = pipeline(Readable.from(content), tar, { signal });
  // Its failure is told below, by whichever of the two comes first.
  reading.catch(() => undefined);
  const folders = new Set([folder]);
  for await (const entry of tar) {
    const { name, type } = entry.header;
    if (type !== 'directory') {
      if (type !== 'file' || !isKnown(name)) throw new GitError('refused', 'the snapshot has what no repository has');
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      for (let above = path.dirname(file); !folders.has(above); above = path.dirname(above)) folders.add(above);
      await writeDurably(file, entry as AsyncIterable<Buffer>);
    } else for await (const _nothing of entry);
  }
  await reading;
  for (const each of folders) await syncFolder(each);
}

function isKnown(name: string): boolean {
  return known.test(name) && !name.split('/').includes('..');
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

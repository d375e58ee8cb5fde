/** Writes archives as gzipped tar files to a file store. */
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FileStore } from '@forgemesh/data';
import { pack, type Pack } from 'tar-stream';
import { withSpool, type Spool } from './spool';
import type { ArchivesDeps } from './deps';

/** Target of an archive. */
export interface ArchiveTarget {
  store: FileStore;
  /** Id in the file store. */
  file: string;
}

/** Writes an archive under an id. `fill` adds the entries one after the other. */
export async function packArchive(
  deps: Pick<ArchivesDeps, 'spoolFolder'>,
  { store, file }: ArchiveTarget,
  fill: (tar: Pack, spool: Spool) => Promise<void>,
): Promise<void> {
  const tar = pack();
  const zipped = createGzip();
  const zipping = pipeline(tar, zipped);
  const stored = store.write(file, zipped);
  const filling = withSpool(deps, (spool) => fill(tar, spool))
    .then(() => tar.finalize())
    .catch((error: unknown) => {
      tar.destroy(error as Error);
      throw error;
    });
  const outcomes = await Promise.allSettled([filling, zipping, stored]);
  // The first failure causes the others.
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** Adds an entry of unknown size. An entry without content is left out. */
export async function addSpooled(
  tar: Pack,
  spool: Spool,
  { name, content }: { name: string; content: AsyncIterable<Uint8Array> },
): Promise<void> {
  const { size, read } = await spool.store(content);
  if (size > 0) await pipeline(read(), tar.entry({ name, size }));
}

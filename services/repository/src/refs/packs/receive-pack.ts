/** Receives packs and lists of refs from another node. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { BadRequestError } from '@forgemesh/errors';
import type { PackStore } from './pack-store';
import type { SentPack } from './replica-log';

/**
 * Writes content to a file, passes its path to `keep`, and removes what is left of it. Throws
 * BadRequestError if the content does not have the digest and size.
 */
export async function receivePack(
  packStore: Pick<PackStore, 'newFile'>,
  { sha256, size }: SentPack,
  content: AsyncIterable<Uint8Array>,
  keep: (file: string) => Promise<unknown>,
): Promise<void> {
  const file = await packStore.newFile();
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > size) throw new BadRequestError('the pack is larger than announced');
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(measured, createWriteStream(file));
    if (bytes !== size || hash.digest('hex') !== sha256)
      throw new BadRequestError('the content of the pack is another one');
    await keep(file);
  } finally {
    await rm(file, { force: true });
  }
}

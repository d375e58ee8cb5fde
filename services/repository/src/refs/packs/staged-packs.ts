/**
 * Packs and lists of refs that were downloaded from another node, until the replica that needs them
 * has them. They are named by their digests, so that an interrupted sync continues where it ended.
 */
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BadRequestError } from '@forgemesh/errors';
import type { KeptPack } from './kept-pack';
import type { PackStore } from './pack-store';
import { receivePack } from './receive-pack';
import type { SentPack } from './replica-log';

const PREFIX = 'replica-';
const DIGEST = /^[0-9a-f]{64}$/;

/** The folder of these files; the store of packs removes old ones. */
export class StagedPacks implements Pick<PackStore, 'withFiles' | 'readText'> {
  constructor(
    private readonly folder: string,
    private readonly packStore: Pick<PackStore, 'newFile'>,
  ) {}

  /** Keeps content. Throws BadRequestError if it does not have the digest and size. */
  async store(pack: SentPack, content: AsyncIterable<Uint8Array>): Promise<void> {
    await receivePack(this.packStore, pack, content, (file) => rename(file, this.fileOf(pack.sha256)));
  }

  /** Of packs, those whose content is not here. */
  async findMissing(packs: readonly SentPack[]): Promise<SentPack[]> {
    const missing: SentPack[] = [];
    for (const pack of packs) {
      const found = await stat(this.fileOf(pack.sha256)).catch(nullIfMissing);
      if (found?.size !== pack.size) missing.push(pack);
      // It is in use again.
      else await utimes(this.fileOf(pack.sha256), new Date(), new Date());
    }
    return missing;
  }

  async readText(sha256: string): Promise<string> {
    return readFile(this.fileOf(sha256), 'utf8');
  }

  async withFiles<T>(packs: readonly KeptPack[], work: (files: string[]) => Promise<T>): Promise<T> {
    const written: string[] = [];
    try {
      const files: string[] = [];
      for (const { sha256, content } of packs) {
        const file = content ? await this.packStore.newFile() : this.fileOf(sha256);
        if (content) {
          written.push(file);
          await writeFile(file, content);
        }
        files.push(file);
      }
      return await work(files);
    } finally {
      await Promise.all(written.map((file) => rm(file, { force: true })));
    }
  }

  /** Removes content that a replica has. */
  async remove(packs: readonly SentPack[]): Promise<void> {
    for (const { sha256 } of packs) await rm(this.fileOf(sha256), { force: true });
  }

  /** The other node is not trusted with paths: a digest becomes part of one. */
  private fileOf(sha256: string): string {
    if (!DIGEST.test(sha256)) throw new BadRequestError('a pack is not named by a SHA-256');
    return path.join(this.folder, `${PREFIX}${sha256}`);
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

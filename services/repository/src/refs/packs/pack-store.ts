/** Packs in the object store, and small ones in the documents that name them. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentOf, objectKey, type ObjectStore, type OpenedObject } from '@forgemesh/objects';
import type { PackUses } from './audit/pack-uses';
import type { KeptPack } from './kept-pack';

/** Kind of the objects. */
export const PACKS = 'packs';
/** Packs up to this size are part of the documents. */
const MAX_INLINE_BYTES = 64 * 1024;

/** Age from which files of writers that have ended are removed. */
const MAX_FILE_AGE_MS = 24 * 3_600_000;

/** Keeps packs. */
export class PackStore {
  constructor(
    private readonly objects: ObjectStore,
    /** Folder for packs that are being written. */
    private readonly folder: string,
    private readonly uses: PackUses,
  ) {}

  /** Keeps the content of a file; it is durable afterwards, for a small pack with its document. */
  async keep(file: string, name?: string): Promise<KeptPack> {
    const { size } = await stat(file);
    const named = name === undefined ? {} : { name };
    if (size <= MAX_INLINE_BYTES) {
      const content = await readFile(file);
      return { sha256: createHash('sha256').update(content).digest('hex'), size, content, ...named };
    }
    return { ...(await this.store(file)), ...named };
  }

  /** Keeps the content of a file of any size in the object store. */
  async store(file: string): Promise<KeptPack> {
    const { size } = await stat(file);
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    const sha256 = hash.digest('hex');
    await this.put(sha256, size, contentOf(file));
    return { sha256, size };
  }

  /**
   * Whether the store has an object, which then stays for another grace period without a name: for
   * a writer that is about to name it.
   */
  async has({ sha256, size }: Pick<KeptPack, 'sha256' | 'size'>): Promise<boolean> {
    const { isDamaged } = await this.uses.reserve(sha256);
    return !isDamaged && (await this.objects.stat(objectKey(PACKS, sha256)))?.size === size;
  }

  /** Keeps a text in the object store. */
  async storeText(text: string): Promise<{ sha256: string; size: number }> {
    const content = Buffer.from(text);
    const sha256 = createHash('sha256').update(content).digest('hex');
    await this.put(sha256, content.length, Readable.from([content]));
    return { sha256, size: content.length };
  }

  /** Of objects, those that are missing or differ from their digests. */
  findDamaged(packs: readonly KeptPack[]): Promise<Set<string>> {
    return this.uses.findDamaged(packs.map(({ sha256 }) => sha256));
  }

  /** Stores content unless the store has it, as it often has: forks have the same packs. */
  private async put(sha256: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    const key = objectKey(PACKS, sha256);
    const { isDamaged } = await this.uses.reserve(sha256);
    if (isDamaged) await this.objects.delete(key);
    if ((await this.objects.stat(key)) === null) await this.objects.put(key, content, { sha256, size });
    if (isDamaged) await this.uses.noteRepaired(sha256);
  }

  async readText(sha256: string): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of await this.open(sha256)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  }

  /** Passes the paths of files with the contents of packs to `work`, and removes the files. */
  async withFiles<T>(packs: readonly KeptPack[], work: (files: string[]) => Promise<T>): Promise<T> {
    const files: string[] = [];
    try {
      for (const pack of packs) {
        const file = await this.newFile();
        files.push(file);
        if (pack.content) await writeFile(file, toBuffer(pack.content));
        else await pipeline(await this.open(pack.sha256), createWriteStream(file));
      }
      return await work(files);
    } finally {
      await Promise.all(files.map((file) => rm(file, { force: true })));
    }
  }

  /** Opens an object of the store; null if it has none with this digest. */
  async openStored(sha256: string): Promise<OpenedObject | null> {
    return this.objects.get(objectKey(PACKS, sha256));
  }

  /** The path of a file that does not exist. */
  async newFile(): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    return path.join(this.folder, randomBytes(16).toString('hex'));
  }

  /** Removes what a crash has left in the folder. */
  async removeOldFiles(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    for (const name of await readdir(this.folder)) {
      const file = path.join(this.folder, name);
      const found = await stat(file).catch(nullIfMissing);
      if (found && found.mtimeMs < Date.now() - MAX_FILE_AGE_MS) await rm(file, { recursive: true, force: true });
    }
  }

  private async open(sha256: string): Promise<Readable> {
    const opened = await this.objects.get(objectKey(PACKS, sha256));
    if (opened === null) throw new Error(`the pack ${sha256} is missing in the object store`);
    return opened.content;
  }
}

/** Another process may remove the same files. */
function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** A document has the content as a value of the database's own type. */
export function toBuffer(content: Buffer | { buffer: Uint8Array }): Buffer {
  return Buffer.isBuffer(content) ? content : Buffer.from(content.buffer);
}

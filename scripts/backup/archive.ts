// The backup folder: files with checksums, and a manifest that is written last and so marks the
// backup as complete. In an encrypted backup each file is encrypted, also the manifest; names and
// sizes of the files are visible.

import { createHash, type KeyObject } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { Duplex, Readable, Transform } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { PlainError } from '../lib/fail.ts';
import { ENCRYPTED_SUFFIX, KEY_FILE, openEncryption, type BackupEncryption } from './encryption.ts';
import { assertSigned, writeSignature } from './signature.ts';
import type { SecretsRecord } from './secrets-file.ts';

const manifestName = 'manifest.json';
/**
 * Versions of the backup format that can be read. Format 1 stored the secrets among the files.
 * Format 3 is encrypted; others are still written in format 2, which older releases can restore.
 */
const readable = [1, 2, 3];
const PLAIN_FORMAT = 2;
const ENCRYPTED_FORMAT = 3;

interface FileRecord {
  /** Path relative to the backup folder, without the suffix of encrypted files. */
  path: string;
  /** Of the stored, possibly encrypted content. */
  bytes: number;
  sha256: string;
}

export interface Manifest {
  format: number;
  begun_at: string;
  finished_at: string;
  /** Source revision of the version that made the backup. */
  revision: string;
  /** Number of items by kind, for information. */
  counts: Record<string, number>;
  /** The secrets file, which is stored outside the backup folder. */
  secrets?: SecretsRecord;
  /** Repositories and large files were left out: a secondary node has them. */
  lacks_replicated?: true;
  files: FileRecord[];
}

export type Backup = ReturnType<typeof createBackup>;

/**
 * Creates a backup in an empty folder, readable only by its owner.
 * @param options `encryption` encrypts its files; `signingKey` signs it
 * @throws {PlainError}
 */
export function createBackup(
  folder: string,
  { encryption, signingKey }: { encryption?: BackupEncryption; signingKey?: KeyObject } = {},
) {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new PlainError(`The folder ${folder} is not empty: each backup needs its own folder.`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const begunAt = new Date().toISOString();
  const files: FileRecord[] = [];
  const suffix = encryption ? ENCRYPTED_SUFFIX : '';
  if (encryption) writeFileSync(join(folder, KEY_FILE), encryption.sealedKey, { mode: 0o600, flush: true });
  return {
    /**
     * Writes a file and records its checksum.
     * @param options `through` lists transforms applied to the content, for example a compressor
     */
    async write(
      path: string,
      content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
      { through = [] }: { through?: NodeJS.ReadWriteStream[] } = {},
    ) {
      const target = join(folder, `${path}${suffix}`);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      const digest = digestStream();
      const file = createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true });
      const encrypted = encryption ? [Duplex.from(encryption.encrypt)] : [];
      await pipeline([Readable.from(content), ...through, ...encrypted, digest.stream, file]);
      files.push({ path, ...digest.result() });
    },
    /** Writes the signature and the manifest, which marks the backup as complete. */
    async finish(facts: Pick<Manifest, 'revision' | 'counts' | 'secrets' | 'lacks_replicated'>) {
      const format = encryption ? ENCRYPTED_FORMAT : PLAIN_FORMAT;
      const manifest: Manifest = { format, begun_at: begunAt, finished_at: new Date().toISOString(), ...facts, files };
      const plain = Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]);
      const content = await buffer(encryption ? encryption.encrypt(plain) : plain);
      if (signingKey) writeSignature(folder, content, signingKey);
      writeFileSync(join(folder, `${manifestName}${suffix}`), content, { mode: 0o600, flush: true });
      return manifest;
    },
  };
}

export type OpenedBackup = Awaited<ReturnType<typeof openBackup>>;

/**
 * Opens a complete backup.
 * @throws if the folder contains no complete backup, or the passphrase does not open it
 */
export async function openBackup(folder: string, { passphrase }: { passphrase?: string } = {}) {
  const encryption = await openEncryption(folder, passphrase);
  const decrypt = (stored: Readable) => (encryption ? Readable.from(encryption.decrypt(stored)) : stored);
  const suffix = encryption ? ENCRYPTED_SUFFIX : '';
  const content = readContent(join(folder, `${manifestName}${suffix}`));
  const manifest = await readManifest(folder, decrypt(Readable.from([content])));
  const stray = manifest.files.find(
    ({ path }) => normalize(path) !== path || path.startsWith('..') || path.startsWith('/'),
  );
  if (stray) throw new PlainError(`The backup refers to a file outside its folder: ${stray.path}.`);
  return {
    manifest,
    /** Files of the backup below a folder. */
    files: (below: string) => manifest.files.filter(({ path }) => path.startsWith(`${below}/`)),
    read: (path: string) => decrypt(createReadStream(join(folder, `${path}${suffix}`))),
    /**
     * Rejects a backup that none of the keys has signed, or that was changed since.
     * @param trusted public keys
     */
    assertSigned: (trusted: string[]) => assertSigned(folder, content, trusted),
    /** Rejects if a file does not match its checksum. */
    async verify(onFile: (done: number) => void) {
      for (const [at, { path, bytes, sha256 }] of manifest.files.entries()) {
        const digest = digestStream();
        const found = await pipeline([createReadStream(join(folder, `${path}${suffix}`)), digest.stream.resume()]).then(
          digest.result,
          (error: NodeJS.ErrnoException) => {
            if (error.code !== 'ENOENT') throw error;
          },
        );
        if (!found) throw new PlainError(`The backup is damaged: ${path} is missing.`);
        if (found.bytes !== bytes || found.sha256 !== sha256) {
          throw new PlainError(`The backup is damaged: ${path} does not match its checksum.`);
        }
        onFile(at + 1);
      }
    },
  };
}

function readContent(path: string) {
  if (!existsSync(path)) {
    throw new PlainError(`There is no complete backup in ${dirname(path)}: ${basename(path)} is missing.`);
  }
  return readFileSync(path);
}

async function readManifest(folder: string, content: AsyncIterable<Uint8Array>): Promise<Manifest> {
  // Content that was changed cannot be decrypted.
  const manifest = parse(await text(content).catch(() => ''));
  if (!Array.isArray(manifest?.files)) {
    throw new PlainError(`The backup is damaged: the manifest in ${folder} cannot be read.`);
  }
  if (!readable.includes(manifest.format)) {
    const supported = `this version restores ${readable.join(', ')}`;
    throw new PlainError(`The backup in ${folder} has format ${manifest.format}, ${supported}.`);
  }
  return manifest;
}

function parse(json: string) {
  try {
    return JSON.parse(json);
  } catch {
    // Truncated or overwritten manifest: the caller reports it.
    return undefined;
  }
}

/** Counts and hashes the bytes that pass through. */
function digestStream() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

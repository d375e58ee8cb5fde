// The backup folder: files with checksums, and a manifest that is written last and so marks the
// backup as complete.

import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PlainError } from '../lib/fail.ts';
import type { SecretsRecord } from './secrets-file.ts';

const manifestName = 'manifest.json';
/**
 * Version of the backup format, increased by each change that an older restore cannot read. Format
 * 1 stored the secrets among the files.
 */
const format = 2;
const readable = [1, format];

interface FileRecord {
  /** Path relative to the backup folder. */
  path: string;
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
  files: FileRecord[];
}

export type Backup = ReturnType<typeof createBackup>;

/**
 * Creates a backup in an empty folder, readable only by its owner.
 * @throws {PlainError}
 */
export function createBackup(folder: string) {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new PlainError(`The folder ${folder} is not empty: each backup needs its own folder.`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const begunAt = new Date().toISOString();
  const files: FileRecord[] = [];
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
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      const digest = digestStream();
      const file = createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true });
      await pipeline([Readable.from(content), ...through, digest.stream, file]);
      files.push({ path, ...digest.result() });
    },
    /** Writes the manifest, which marks the backup as complete. */
    finish(facts: Pick<Manifest, 'revision' | 'counts' | 'secrets'>) {
      const manifest: Manifest = { format, begun_at: begunAt, finished_at: new Date().toISOString(), ...facts, files };
      writeFileSync(join(folder, manifestName), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true });
      return manifest;
    },
  };
}

export type OpenedBackup = ReturnType<typeof openBackup>;

/**
 * Opens a complete backup.
 * @throws if the folder contains no complete backup
 */
export function openBackup(folder: string) {
  const manifest = readManifest(folder);
  const stray = manifest.files.find(
    ({ path }) => normalize(path) !== path || path.startsWith('..') || path.startsWith('/'),
  );
  if (stray) throw new PlainError(`The backup refers to a file outside its folder: ${stray.path}.`);
  return {
    manifest,
    /** Files of the backup below a folder. */
    files: (below: string) => manifest.files.filter(({ path }) => path.startsWith(`${below}/`)),
    read: (path: string) => createReadStream(join(folder, path)),
    /** Rejects if a file does not match its checksum. */
    async verify(onFile: (done: number) => void) {
      for (const [at, { path, bytes, sha256 }] of manifest.files.entries()) {
        const digest = digestStream();
        const found = await pipeline([createReadStream(join(folder, path)), digest.stream.resume()]).then(
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

function readManifest(folder: string): Manifest {
  const path = join(folder, manifestName);
  if (!existsSync(path)) {
    throw new PlainError(`There is no complete backup in ${folder}: ${manifestName} is missing.`);
  }
  const manifest = parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(manifest?.files)) throw new PlainError(`The backup is damaged: ${path} cannot be read.`);
  if (!readable.includes(manifest.format)) {
    const supported = `this version restores ${readable.join(' and ')}`;
    throw new PlainError(`The backup in ${folder} has format ${manifest.format}, ${supported}.`);
  }
  return manifest;
}

function parse(text: string) {
  try {
    return JSON.parse(text);
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

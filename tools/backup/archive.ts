// The folder of a backup: files with their checksums, and a manifest that is written last and so
// says that it is whole.

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
 * Grows with each change that an older restore could not read. The first one held the secrets among
 * its files.
 */
const format = 2;
const readable = [1, format];

interface FileRecord {
  /** Inside the folder. */
  path: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  format: number;
  begun_at: string;
  finished_at: string;
  /** Of the sources that made it. */
  revision: string;
  /** Of what is in it, for people. */
  counts: Record<string, number>;
  /** The file with the secrets, which is not in the folder. */
  secrets?: SecretsRecord;
  files: FileRecord[];
}

export type Backup = ReturnType<typeof createBackup>;

/**
 * Begins a backup in an empty folder, which only its owner may read.
 * @throws {PlainError}
 */
export function createBackup(folder: string) {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new PlainError(`The folder ${folder} is not empty: give each backup a folder of its own.`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const begunAt = new Date().toISOString();
  const files: FileRecord[] = [];
  return {
    /**
     * Writes a file and remembers its checksum.
     * @param options `through` is what the content passes, such as a compressor
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
    /** Says that the backup is whole. */
    finish(facts: Pick<Manifest, 'revision' | 'counts' | 'secrets'>) {
      const manifest: Manifest = { format, begun_at: begunAt, finished_at: new Date().toISOString(), ...facts, files };
      writeFileSync(join(folder, manifestName), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true });
      return manifest;
    },
  };
}

export type OpenedBackup = ReturnType<typeof openBackup>;

/**
 * Opens a whole backup.
 * @throws where it is none
 */
export function openBackup(folder: string) {
  const manifest = readManifest(folder);
  const stray = manifest.files.find(
    ({ path }) => normalize(path) !== path || path.startsWith('..') || path.startsWith('/'),
  );
  if (stray) throw new PlainError(`The backup names a file outside of its folder: ${stray.path}.`);
  return {
    manifest,
    /** The files below a folder of it. */
    files: (below: string) => manifest.files.filter(({ path }) => path.startsWith(`${below}/`)),
    read: (path: string) => createReadStream(join(folder, path)),
    /** Rejects unless every file is what was written. */
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
          throw new PlainError(`The backup is damaged: ${path} is not what was written.`);
        }
        onFile(at + 1);
      }
    },
  };
}

function readManifest(folder: string): Manifest {
  const path = join(folder, manifestName);
  if (!existsSync(path)) {
    throw new PlainError(`There is no backup in ${folder}, or one that was not finished: it has no ${manifestName}.`);
  }
  const manifest = parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(manifest?.files)) throw new PlainError(`The backup is damaged: ${path} cannot be read.`);
  if (!readable.includes(manifest.format)) {
    const known = `this version restores ${readable.join(' and ')}`;
    throw new PlainError(`The backup in ${folder} has format ${manifest.format}, ${known}.`);
  }
  return manifest;
}

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    // Cut off or overwritten: said by the caller.
    return undefined;
  }
}

/** What passes through it is counted and digested. */
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

// The folder of a backup: files with their checksums, and a manifest that is written last and so says that it is whole.

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

const manifestName = 'manifest.json';
/** Grows with each change that an older restore could not read. The first one held the secrets among its files. */
const format = 2;
const readable = [1, format];

/**
 * @typedef {object} FileRecord
 * @property {string} path inside the folder
 * @property {number} bytes
 * @property {string} sha256
 */

/**
 * @typedef {object} Manifest
 * @property {number} format
 * @property {string} begun_at
 * @property {string} finished_at
 * @property {string} revision of the sources that made it
 * @property {Record<string, number>} counts of what is in it, for people
 * @property {import('./secrets-file.ts').SecretsRecord} [secrets] the file with the secrets, which is not in the folder
 * @property {FileRecord[]} files
 */

/** @typedef {ReturnType<typeof createBackup>} Backup */

/**
 * Begins a backup in an empty folder, which only its owner may read.
 * @param {string} folder
 * @throws {PlainError}
 */
export function createBackup(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new PlainError(`The folder ${folder} is not empty: give each backup a folder of its own.`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const begunAt = new Date().toISOString();
  /** @type {FileRecord[]} */
  const files = [];
  return {
    /**
     * Writes a file and remembers its checksum.
     * @param {string} path
     * @param {AsyncIterable<Uint8Array> | Iterable<Uint8Array>} content
     * @param {{ through?: NodeJS.ReadWriteStream[] }} [options] `through` is what the content passes, such as a compressor
     */
    async write(path, content, { through = [] } = {}) {
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      const digest = digestStream();
      const file = createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true });
      await pipeline([Readable.from(content), ...through, digest.stream, file]);
      files.push({ path, ...digest.result() });
    },
    /** Says that the backup is whole. @param {Pick<Manifest, 'revision' | 'counts' | 'secrets'>} facts */
    finish(facts) {
      /** @type {Manifest} */
      const manifest = { format, begun_at: begunAt, finished_at: new Date().toISOString(), ...facts, files };
      writeFileSync(join(folder, manifestName), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true });
      return manifest;
    },
  };
}

/** @typedef {ReturnType<typeof openBackup>} OpenedBackup */

/**
 * Opens a whole backup.
 * @param {string} folder
 * @throws {PlainError} where it is none
 */
export function openBackup(folder) {
  const manifest = readManifest(folder);
  const stray = manifest.files.find(
    ({ path }) => normalize(path) !== path || path.startsWith('..') || path.startsWith('/'),
  );
  if (stray) throw new PlainError(`The backup names a file outside of its folder: ${stray.path}.`);
  return {
    manifest,
    /** The files below a folder of it. @param {string} below */
    files: (below) => manifest.files.filter(({ path }) => path.startsWith(`${below}/`)),
    /** @param {string} path */
    read: (path) => createReadStream(join(folder, path)),
    /** Rejects unless every file is what was written. @param {(done: number) => void} onFile */
    async verify(onFile) {
      for (const [at, { path, bytes, sha256 }] of manifest.files.entries()) {
        const digest = digestStream();
        const found = await pipeline([createReadStream(join(folder, path)), digest.stream.resume()]).then(
          digest.result,
          (/** @type {NodeJS.ErrnoException} */ error) => {
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

/** @param {string} folder @returns {Manifest} */
function readManifest(folder) {
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

/** @param {string} text */
function parse(text) {
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

// The secrets file: a tar beside the backup folder, encrypted in the age format if a passphrase is
// given. The standard tools (`age --decrypt`, `tar`) can open it.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { PlainError } from '../lib/fail.ts';
import { keyIdsOf, tarStream } from '../lib/libraries.ts';

const suffix = '.secrets.tar';
const encryptedSuffix = `${suffix}.age`;
const ageHeader = 'age-encryption.org/v1\n';
/** File in the tar that lists the checksums of the other files. */
const checksumsName = 'SHA256SUMS';

/** File contents by name. */
export type Secrets = Map<string, Buffer>;

/** What the backup manifest states about the secrets file. */
export interface SecretsRecord {
  /** File name. */
  file: string;
  sha256: string;
  is_encrypted: boolean;
  /** Ids of the keys in the instance secret; they reveal nothing about the keys. */
  key_ids: string[];
}

/**
 * Path of the secrets file of a new backup. Checked before anything is copied: an existing file is
 * rejected.
 * @param folder of the backup
 * @throws {PlainError}
 */
export function newSecretsFile(folder: string, { path, passphrase }: { path?: string; passphrase?: string }) {
  const target = path ?? `${folder}${passphrase === undefined ? suffix : encryptedSuffix}`;
  if (existsSync(target)) throw new PlainError(`The file ${target} exists: each backup needs its own secrets file.`);
  if (normalize(target).startsWith(join(folder, '/'))) {
    throw new PlainError(`The secrets file must be outside the folder of the backup.`);
  }
  return target;
}

/**
 * @param workFactor scrypt work factor: the key is derived from the passphrase in 2^workFactor
 *   rounds
 */
export async function writeSecretsFile(
  path: string,
  secrets: Secrets,
  passphrase: string | undefined,
  workFactor = 18,
): Promise<SecretsRecord> {
  const checksums = [...secrets].map(([name, content]) => `${sha256Of(content)}  ${name}\n`).join('');
  const tar = await packTar(new Map([[checksumsName, Buffer.from(checksums)], ...secrets]));
  const content = passphrase === undefined ? tar : await encrypt(tar, passphrase, workFactor);
  writeFileSync(path, content, { mode: 0o600, flag: 'wx', flush: true });
  return {
    file: basename(path),
    sha256: sha256Of(content),
    is_encrypted: passphrase !== undefined,
    key_ids: keyIdsOf(secretOf(secrets) ?? ''),
  };
}

/**
 * Finds the secrets file beside the backup folder, which may have been renamed.
 * @returns undefined if none exists
 */
export function findSecretsFile(folder: string, record: SecretsRecord): string | undefined {
  const names = [join(dirname(folder), record.file), `${folder}${encryptedSuffix}`, `${folder}${suffix}`];
  return names.find((path) => existsSync(path));
}

/**
 * Reads the secrets file of a backup.
 * @throws if the file cannot be opened, is damaged, or belongs to another instance
 */
export async function readSecretsFile(
  path: string,
  passphrase: string | undefined,
  record: SecretsRecord,
): Promise<Secrets> {
  const content = readBytes(path);
  const isEncrypted = content.subarray(0, ageHeader.length).toString('latin1') === ageHeader;
  if (isEncrypted && passphrase === undefined) {
    throw new PlainError(
      `The secrets file ${path} is encrypted: name a file with its passphrase with --secrets-passphrase-file.`,
    );
  }
  // Otherwise an attacker could replace the encrypted file with their own.
  if (!isEncrypted && passphrase !== undefined) {
    throw new PlainError(`The secrets file ${path} is not encrypted, although a passphrase is given.`);
  }
  if (basename(path) === record.file && !isEncrypted && sha256Of(content) !== record.sha256) throw damaged(path);
  const tar = passphrase === undefined ? content : await decrypt(content, passphrase, path);
  const secrets = await unpackTar(tar).catch(() => {
    throw damaged(path);
  });
  const checksums = secrets.get(checksumsName)?.toString('utf8');
  secrets.delete(checksumsName);
  const expected = [...secrets].map(([name, bytes]) => `${sha256Of(bytes)}  ${name}\n`).join('');
  if (checksums === undefined || checksums !== expected) throw damaged(path);
  if (!hasKeys(secretOf(secrets), record.key_ids)) {
    throw new PlainError(
      `The secrets file ${path} belongs to another instance: its secret opens nothing of this backup.`,
    );
  }
  return secrets;
}

/** Whether a secret includes all keys that may have encrypted the data of a backup. */
export function hasKeys(secret: string | undefined, keyIds: string[]) {
  const own = secret === undefined ? [] : keyIdsOf(secret);
  return keyIds.every((id) => own.includes(id));
}

const secretOf = (secrets: Secrets) => secrets.get('secret')?.toString('utf8').trim();

function readBytes(path: string) {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PlainError(`The secrets file ${path} cannot be read (${code}).`);
  }
}

const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

const damaged = (path: string) => new PlainError(`The secrets file ${path} is damaged or was changed.`);

async function encrypt(content: Buffer, passphrase: string, workFactor: number) {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(passphrase);
  return Buffer.from(await encrypter.encrypt(content));
}

async function decrypt(content: Buffer, passphrase: string, path: string) {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return Buffer.from(await decrypter.decrypt(content));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('no identity matched')) {
      throw new PlainError(`The passphrase of the secrets file ${path} is wrong, or the file was changed.`);
    }
    throw damaged(path);
  }
}

async function packTar(files: Secrets) {
  const pack = tarStream().pack();
  for (const [name, content] of files) pack.entry({ name, mode: 0o600 }, content);
  pack.finalize();
  const parts = [];
  for await (const part of pack) parts.push(part);
  return Buffer.concat(parts);
}

async function unpackTar(tar: Buffer): Promise<Secrets> {
  const files: Secrets = new Map();
  const extract = tarStream().extract();
  const reading = pipeline([Readable.from([tar]), extract]);
  // A failure is reported by the loop below.
  reading.catch(() => undefined);
  for await (const entry of extract) {
    const { name, type } = entry.header;
    const parts = [];
    for await (const part of entry) parts.push(part);
    if (type === 'directory') continue;
    if (type !== 'file' || !isSafeName(name) || files.has(name)) throw new Error('unexpected entry');
    files.set(name, Buffer.concat(parts));
  }
  await reading;
  return files;
}

function isSafeName(name: string) {
  return normalize(name) === name && !name.startsWith('/') && !name.startsWith('..');
}

// Encryption of the files of a backup in the age format. Each backup has its own key, which is
// stored in the backup, encrypted with the passphrase: deriving a key from a passphrase is slow by
// intention, so that it is done once and not for every file. `age --decrypt` can open all of them.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { PlainError } from '../lib/fail.ts';
import type { ReadableStream } from 'node:stream/web';

/** Name of the file with the encrypted key. */
export const KEY_FILE = 'key.age';
/** Suffix of encrypted files. */
export const ENCRYPTED_SUFFIX = '.age';

/** Content of a file, in pieces. */
type Content = AsyncIterable<Uint8Array>;

/** The key of an encrypted backup. */
export interface BackupEncryption {
  /** Content of `KEY_FILE`. */
  sealedKey: Uint8Array;
  encrypt(content: Content): Content;
  decrypt(content: Content): Content;
}

/**
 * Creates the key of a new backup.
 * @param workFactor scrypt work factor: the passphrase is hashed in 2^workFactor rounds
 */
export async function createEncryption(passphrase: string, workFactor = 18): Promise<BackupEncryption> {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(passphrase);
  return encryptionOf(identity, await encrypter.encrypt(identity));
}

/**
 * Opens the key of a backup.
 * @throws {PlainError} if the passphrase is wrong, missing, or given for a backup that is not
 *   encrypted: otherwise an attacker could replace an encrypted backup with their own
 */
export async function openEncryption(
  folder: string,
  passphrase: string | undefined,
): Promise<BackupEncryption | undefined> {
  const path = join(folder, KEY_FILE);
  if (!existsSync(path)) {
    if (passphrase === undefined) return undefined;
    throw new PlainError(`The backup in ${folder} is not encrypted, although a passphrase is given.`);
  }
  if (passphrase === undefined) {
    throw new PlainError(
      `The backup in ${folder} is encrypted: name a file with its passphrase with --passphrase-file.`,
    );
  }
  const sealedKey = readFileSync(path);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const identity = await decrypter.decrypt(sealedKey, 'text').catch(() => {
    throw new PlainError(`The passphrase of the backup in ${folder} is wrong, or ${KEY_FILE} was changed.`);
  });
  return encryptionOf(identity, sealedKey);
}

async function encryptionOf(identity: string, sealedKey: Uint8Array): Promise<BackupEncryption> {
  const recipient = await identityToRecipient(identity);
  return {
    sealedKey,
    async *encrypt(content) {
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      yield* await encrypter.encrypt(toWebStream(content));
    },
    async *decrypt(content) {
      const decrypter = new Decrypter();
      decrypter.addIdentity(identity);
      yield* await decrypter.decrypt(toWebStream(content));
    },
  };
}

function toWebStream(content: Content) {
  return Readable.toWeb(Readable.from(content, { objectMode: false })) as ReadableStream<Uint8Array>;
}

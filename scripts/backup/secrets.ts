// The secrets of an instance: the secret that keys token digests and decrypts stored secrets, the
// administrator's token, the signing keys, and the SSH host key. The databases are useless without
// the first one.

import { createPrivateKey, sign } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Secrets } from './secrets-file.ts';

/**
 * Secret files of a data folder. `secret` is written last, because it marks the folder as a data
 * folder.
 */
const ofDataFolder = ['keys', 'root-token', 'secret'];

export interface SecretsLocation {
  folder: string;
  /** Whether the folder is a data folder, which contains other files too. */
  isDataFolder: boolean;
}

export function readSecrets({ folder, isDataFolder }: SecretsLocation): Secrets {
  const names = isDataFolder
    ? ofDataFolder.filter((name) => existsSync(join(folder, name)))
    : readdirSync(folder).sort();
  const files = names.flatMap((name) => {
    // A mounted Secret keeps its files behind links, in folders that start with two dots.
    if (name.startsWith('..')) return [];
    if (name !== 'keys') return [name];
    // The datastores of the restored instance have their own passwords.
    const kept = readdirSync(join(folder, name)).filter((file) => !file.endsWith('-passwords.json'));
    return kept.map((file) => `${name}/${file}`);
  });
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
}

export function writeSecrets({ folder }: SecretsLocation, secrets: Secrets) {
  for (const [name, content] of secrets) {
    const target = join(folder, name);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, content, { mode: 0o600, flush: true });
  }
}

/**
 * Creates a function that signs an event with the key of the service that owns it.
 * @returns undefined if the key of the service is missing
 */
export function createEventSigner(secrets: Secrets): (owner: string, data: string) => string | undefined {
  return (owner, data) => {
    const pem = secrets.get(`keys/${owner}.pem`) ?? secrets.get(`${owner}.pem`);
    if (!pem) return undefined;
    return sign(null, Buffer.from(data), createPrivateKey(pem)).toString('base64url');
  };
}

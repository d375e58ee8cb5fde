// The secrets of an instance: the secret that keys digests of tokens and opens secrets at rest, the
// administrator's token, the signing keys, and the host key of SSH. The databases are of no use
// without the first one.

import { createPrivateKey, sign } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Secrets } from './secrets-file.ts';

/** In a data folder; `secret` is written last: it makes the folder one of ours. */
const ofDataFolder = ['keys', 'root-token', 'secret'];

export interface SecretsPlace {
  folder: string;
  /** Holds other things too. */
  isDataFolder: boolean;
}

export function readSecrets({ folder, isDataFolder }: SecretsPlace): Secrets {
  const names = isDataFolder
    ? ofDataFolder.filter((name) => existsSync(join(folder, name)))
    : readdirSync(folder).sort();
  const files = names.flatMap((name) => {
    // A mounted Secret has its files behind links, in folders with two dots.
    if (name.startsWith('..')) return [];
    if (name !== 'keys') return [name];
    // The engines of the restored instance have passwords of their own.
    const kept = readdirSync(join(folder, name)).filter((file) => !file.endsWith('-passwords.json'));
    return kept.map((file) => `${name}/${file}`);
  });
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
}

export function writeSecrets({ folder }: SecretsPlace, secrets: Secrets) {
  for (const [name, content] of secrets) {
    const target = join(folder, name);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, content, { mode: 0o600, flush: true });
  }
}

/**
 * Makes a function that signs an event with the key of the service that owns it.
 * @returns undefined without the key of the service
 */
export function createEventSigner(secrets: Secrets): (owner: string, data: string) => string | undefined {
  return (owner, data) => {
    const pem = secrets.get(`keys/${owner}.pem`) ?? secrets.get(`${owner}.pem`);
    if (!pem) return undefined;
    return sign(null, Buffer.from(data), createPrivateKey(pem)).toString('base64url');
  };
}

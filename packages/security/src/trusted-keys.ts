/**
 * Public keys of all processes by process name. During a rotation two keys of a process are
 * trusted: the current one and the next or the previous one.
 */
import { createPublicKey, X509Certificate, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { reloadOnChange } from './reload-on-change';

const CERTIFICATE = '.crt';

/** Public keys by process name; a new map after each change. */
export type TrustedKeys = ReadonlyMap<string, readonly KeyObject[]>;

/**
 * Reads the trusted keys from a file (JWKS; `kid` is the process name), or from a folder of
 * certificates `<process>.crt` and `<process>.<word>.crt`, of which only the key is used. The
 * returned function returns the current keys.
 */
export function openTrustedKeys(path: string): () => TrustedKeys {
  return reloadOnChange([path], () => readTrustedKeys(path));
}

function readTrustedKeys(path: string): TrustedKeys {
  const keys = new Map<string, KeyObject[]>();
  const add = (name: string, key: KeyObject): void => void keys.set(name, [...(keys.get(name) ?? []), key]);
  if (statSync(path).isDirectory()) {
    for (const file of certificateFiles(path)) {
      const [name = ''] = file.split('.');
      add(name, new X509Certificate(readFileSync(join(path, file))).publicKey);
    }
  } else {
    const set = JSON.parse(readFileSync(path, 'utf8')) as { keys: JsonWebKey[] };
    for (const key of set.keys) add(String(key.kid ?? ''), createPublicKey({ key, format: 'jwk' }));
  }
  return keys;
}

/** Returns the file names of the certificates in a folder. */
export function certificateFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(CERTIFICATE));
}

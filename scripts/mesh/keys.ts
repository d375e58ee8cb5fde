// Secrets of a data folder, created at the first start and readable only by its owner: one signing
// key per process, the public keys of all, the SSH host key, and the key material of the services'
// secrets.

import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newMaterial, secretOf, withDerivedMaterial } from './service-secrets.ts';

/**
 * Creates missing secrets.
 * @param names of the processes
 * @returns a service's secret, path of the JSON Web Key Set, path of a process's private key, path
 *   of the private SSH host key (PKCS #8, PEM)
 */
export function ensureKeys(
  dataDir: string,
  names: string[],
): { secretOf: (service: string) => string; trustedKeys: string; keyOf: (name: string) => string; sshHostKey: string } {
  const folder = join(dataDir, 'keys');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keyOf = (name: string) => join(folder, `${name}.pem`);
  // During a rotation `<process>.previous.pem` is trusted too.
  const keys = names.flatMap((name) => {
    const previous = keyOf(`${name}.previous`);
    const pems = [ensureFile(keyOf(name), newKey), ...(existsSync(previous) ? [readFileSync(previous, 'utf8')] : [])];
    return pems.map((pem) => publicKey(name, pem));
  });
  const trustedKeys = join(folder, 'trusted.json');
  writeAtomically(trustedKeys, JSON.stringify({ keys }, null, 2));
  const materialFile = join(dataDir, 'secret');
  const stored = ensureFile(materialFile, newMaterial).trim();
  const material = withDerivedMaterial(stored);
  if (material !== stored) writeAtomically(materialFile, material);
  const sshHostKey = keyOf('ssh-host');
  ensureFile(sshHostKey, newKey);
  return { secretOf: (service) => secretOf(material, service), trustedKeys, keyOf, sshHostKey };
}

function newKey() {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function publicKey(name: string, pem: string) {
  const jwk = createPublicKey(createPrivateKey(pem)).export({ format: 'jwk' });
  return { ...jwk, kid: name, alg: 'EdDSA', use: 'sig' };
}

/** @returns content of the file */
function ensureFile(path: string, create: () => string): string {
  if (!existsSync(path)) writeAtomically(path, create());
  return readFileSync(path, 'utf8');
}

/** Written atomically, so that an interrupted start leaves no partial secret. */
function writeAtomically(path: string, text: string) {
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

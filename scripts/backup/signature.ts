// The signature of a backup: of its manifest, which has the checksums of all files. The key
// (Ed25519) is derived from the secret of the instance, so that those who restore the secrets can
// verify the data, and nobody without them can sign.

import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../lib/fail.ts';
import { keyedDigests } from '../lib/libraries.ts';
import type { Secrets } from './secrets-file.ts';

const signatureName = 'signature.json';
const purpose = 'backup signature';
/** The encoding of an Ed25519 private key before its 32 bytes (PKCS #8, RFC 8410). */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The keys that belong to the secret of an instance: the current one first, then those of its
 * previous secrets. Empty without a secret.
 */
export function signingKeysOf(secrets: Secrets): KeyObject[] {
  // Instances whose services have separate secrets use that of identity.
  const secret = (secrets.get('secret') ?? secrets.get('secret-identity'))?.toString('utf8').trim();
  if (!secret) return [];
  const seeds = keyedDigests(secret, purpose)('seed').map((digest) => Buffer.from(digest, 'hex'));
  return seeds.map((seed) =>
    createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_PREFIX, seed]), format: 'der', type: 'pkcs8' }),
  );
}

/** The public key as text: 43 characters, base64url. */
export function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x ?? '';
}

/** @param manifest its content, as stored */
export function writeSignature(folder: string, manifest: Uint8Array, key: KeyObject) {
  const signature = { public_key: publicKeyOf(key), signature: sign(null, manifest, key).toString('base64url') };
  writeFileSync(join(folder, signatureName), JSON.stringify(signature), { mode: 0o600, flush: true });
}

/**
 * Verifies the signature of a backup.
 * @param trusted public keys, one of which must have signed
 * @throws {PlainError} if it is not signed by one of them, or the manifest was changed
 */
export function assertSigned(folder: string, manifest: Uint8Array, trusted: string[]) {
  const override = 'Restore it with --allow-unsigned only if nobody else could write to the folder.';
  if (!existsSync(join(folder, signatureName)))
    throw new PlainError(`The backup in ${folder} is not signed. ${override}`);
  if (trusted.length === 0) {
    throw new PlainError(
      'The signature cannot be verified without the secrets of the instance: name its public key with --public-key. ' +
        override,
    );
  }
  const { public_key: signer, signature } = readSignature(folder);
  if (!trusted.includes(signer)) {
    throw new PlainError(`The backup in ${folder} was signed by another instance (${signer}). ${override}`);
  }
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signer }, format: 'jwk' });
  if (!verify(null, manifest, key, Buffer.from(signature, 'base64url'))) {
    throw new PlainError(`The backup in ${folder} was changed after it was signed.`);
  }
}

function readSignature(folder: string): { public_key: string; signature: string } {
  try {
    const { public_key, signature } = JSON.parse(readFileSync(join(folder, signatureName), 'utf8'));
    return { public_key: String(public_key), signature: String(signature) };
  } catch {
    throw new PlainError(`The signature of the backup in ${folder} cannot be read.`);
  }
}

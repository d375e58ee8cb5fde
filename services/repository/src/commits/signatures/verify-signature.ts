/**
 * Verifies OpenPGP signatures against the keys of users. Pure functions without database access.
 */
import type { GpgKeyInfo, GpgUserId } from '@forgemesh/proto/identity/v1/key_directory';
import { createMessage, readKey, readSignature, verify, type Key, type Signature } from 'openpgp';
import type { Verification, VerificationStatus } from './commit-signature.model';

/** Anything larger is not a plausible signature. */
const MAX_SIGNATURE = 64 * 1024;
const ID_LENGTH = 16;

/** A signature and the id of its key. */
export interface ParsedSignature {
  signature: Signature;
  /** Id of the primary key or subkey, upper case. */
  key_id: string;
}

/** Parses an armored signature; null when it is not an OpenPGP signature or names no key. */
export async function parseOpenPgpSignature(armored: string): Promise<ParsedSignature | null> {
  if (armored.length > MAX_SIGNATURE || !armored.includes('-----BEGIN PGP SIGNATURE-----')) return null;
  try {
    const signature = await readSignature({ armoredSignature: armored });
    const packet = signature.packets[0];
    const fingerprint = packet?.issuerFingerprint;
    const keyId = fingerprint
      ? Buffer.from(fingerprint).toString('hex').slice(-ID_LENGTH)
      : (packet?.issuerKeyID.toHex() ?? '');
    return keyId === '' ? null : { signature, key_id: keyId.toUpperCase() };
  } catch {
    // The library throws generic errors for anything that it cannot parse.
    return null;
  }
}

/**
 * Verifies the signature of a commit. `keys` are the stored keys with the id given in the
 * signature.
 */
export async function verifySignature(
  { signature, key_id }: ParsedSignature,
  payload: Uint8Array,
  committerEmail: string,
  keys: readonly GpgKeyInfo[],
): Promise<Verification> {
  const candidates = keys.toSorted((a, b) => a.id - b.id);
  const validity = await Promise.all(candidates.map((key) => isSignedBy(key, signature, payload)));
  // Several keys may have the same subkey id: only one of them made the signature.
  const at = Math.max(validity.indexOf(true), 0);
  const key = candidates[at];
  if (!key) return unknownKey(key_id);
  const owned = ownUserIds(key);
  const shown = owned[0] ?? key.user_ids[0];
  return {
    key_id,
    gpg_key_id: key.id,
    user_id: key.user_id,
    primary_keyid: key.primary_keyid,
    user_name: shown?.name ?? null,
    user_email: shown?.email ?? null,
    subkey_id: key_id === key.primary_keyid ? null : key_id,
    status: statusOf(key, owned, validity[at] === true, committerEmail.toLowerCase()),
  };
}

function unknownKey(keyId: string): Verification {
  return {
    key_id: keyId,
    gpg_key_id: null,
    user_id: null,
    primary_keyid: keyId,
    user_name: null,
    user_email: null,
    subkey_id: null,
    status: 'unknown_key',
  };
}

async function isSignedBy({ key }: GpgKeyInfo, signature: Signature, payload: Uint8Array): Promise<boolean> {
  try {
    const verificationKeys: Key = await readKey({ armoredKey: key });
    const message = await createMessage({ binary: payload });
    const { signatures } = await verify({ message, signature, verificationKeys, format: 'binary' });
    return (await signatures[0]?.verified) === true;
  } catch {
    // The library throws for every invalid signature: expired, revoked, weak or over other bytes.
    return false;
  }
}

/** The user ids whose email the owner has confirmed. */
function ownUserIds({ user_ids, verified_emails }: GpgKeyInfo): GpgUserId[] {
  const verified = new Set(verified_emails);
  return user_ids.filter(({ email }) => verified.has(email.toLowerCase()));
}

function statusOf(
  key: GpgKeyInfo,
  owned: readonly GpgUserId[],
  isValid: boolean,
  committerEmail: string,
): VerificationStatus {
  if (owned.length === 0) return 'unverified_key';
  if (!isValid) return 'unverified';
  if (owned.some(({ email }) => email.toLowerCase() === committerEmail)) return 'verified';
  return key.verified_emails.includes(committerEmail) ? 'same_user_different_email' : 'other_user';
}

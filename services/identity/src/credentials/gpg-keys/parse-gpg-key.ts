/**
 * Reads an armored public GPG key.
 *
 * Only user ids and subkeys that the key itself vouches for count. Checking that costs time, so
 * sizes and numbers are bounded before.
 */
import { readKeys, type Key } from 'openpgp';
import type { GpgUserIdDocument } from './gpg-key.model';

const BEGIN = '-----BEGIN PGP PUBLIC KEY BLOCK-----';
const END = '-----END PGP PUBLIC KEY BLOCK-----';
/** Self-signatures and revocations of a key that are looked at. */
const MAX_SIGNATURES = 64;
/** Greatest parameters in bytes, by name: RSA up to 8192 bits, DSA up to 3072. */
const maxParameterBytes: Record<string, number> = { n: 1024, e: 8, p: 1024, q: 32, g: 1024, y: 1024 };

/** A key that was understood. Ids and fingerprint are in upper case. */
export interface ParsedGpgKey {
  /** The armored block. */
  text: string;
  fingerprint: string;
  primary_keyid: string;
  subkey_ids: string[];
  user_ids: GpgUserIdDocument[];
}

/** Reads one armored block with one public key; undefined for anything else. */
export async function parseGpgKey(text: string): Promise<ParsedGpgKey | undefined> {
  const block = text.trim();
  if (!isOneBlock(block)) return undefined;
  const key = await readOnlyKey(block);
  if (!key || key.isPrivate() || !isBounded(key)) return undefined;
  const userIds = await certifiedUserIds(key);
  if (userIds.length === 0) return undefined;
  return {
    text: block,
    fingerprint: key.getFingerprint().toUpperCase(),
    primary_keyid: key.getKeyID().toHex().toUpperCase(),
    subkey_ids: await boundSubkeyIds(key),
    user_ids: userIds,
  };
}

function isOneBlock(block: string): boolean {
  const isWhole = block.startsWith(BEGIN) && block.endsWith(END);
  return isWhole && block.split('-----').length === 5 && !/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(block);
}

async function readOnlyKey(block: string): Promise<Key | undefined> {
  try {
    const keys = await readKeys({ armoredKeys: block });
    return keys.length === 1 ? keys[0] : undefined;
  } catch {
    // The parser throws errors of many kinds; each means that this is no key.
    return undefined;
  }
}

function isBounded(key: Key): boolean {
  const signatures = [
    ...key.users.flatMap((user) => [...user.selfCertifications, ...user.revocationSignatures]),
    ...key.subkeys.flatMap((subkey) => [...subkey.bindingSignatures, ...subkey.revocationSignatures]),
  ];
  return signatures.length <= MAX_SIGNATURES && [key, ...key.subkeys].every(({ keyPacket }) => isSmall(keyPacket));
}

function isSmall({ publicParams }: { publicParams: object | null }): boolean {
  return Object.entries(publicParams ?? {}).every(
    ([name, value]) => !(value instanceof Uint8Array) || value.length <= (maxParameterBytes[name] ?? 256),
  );
}

async function certifiedUserIds(key: Key): Promise<GpgUserIdDocument[]> {
  const checks = await key.verifyAllUsers();
  const certified = new Set(checks.filter(({ valid }) => valid).map(({ userID }) => userID));
  return key.users.flatMap(({ userID }) => {
    if (!userID || !certified.has(userID.userID)) return [];
    // A user id may be nothing but an address.
    const isAddress = !userID.email && /^[^\s@<>]+@[^\s@<>]+$/.test(userID.userID);
    return [{ name: isAddress ? '' : userID.name || '', email: isAddress ? userID.userID : userID.email || '' }];
  });
}

/** Expired subkeys count: what they signed in their time stays signed. */
async function boundSubkeyIds(key: Key): Promise<string[]> {
  // The library's way to leave the date out, which its types do not know.
  const anyDate = null as unknown as Date;
  const ids = key.subkeys.map(async (subkey) => {
    const isBound = await subkey.verify(anyDate).then(
      () => true,
      () => false,
    );
    return isBound ? [subkey.getKeyID().toHex().toUpperCase()] : [];
  });
  return [...new Set((await Promise.all(ids)).flat())];
}

/**
 * Parses an armored public GPG key.
 *
 * Only user ids and subkeys that the key itself certifies are accepted. Verification is expensive,
 * so sizes and counts are limited first.
 */
import { readKeys, type Key } from 'openpgp';
import type { GpgUserIdDocument } from './gpg-key.model';

const BEGIN = '-----BEGIN PGP PUBLIC KEY BLOCK-----';
const END = '-----END PGP PUBLIC KEY BLOCK-----';
/** Maximum number of self-signatures and revocations that are verified. */
const MAX_SIGNATURES = 64;
/** Maximum parameter sizes in bytes, by name: RSA up to 8192 bits, DSA up to 3072. */
const maxParameterBytes: Record<string, number> = { n: 1024, e: 8, p: 1024, q: 32, g: 1024, y: 1024 };

/** A parsed key. Ids and fingerprint are in upper case. */
export interface ParsedGpgKey {
  /** Armored block. */
  text: string;
  fingerprint: string;
  primary_keyid: string;
  subkey_ids: string[];
  user_ids: GpgUserIdDocument[];
}

/** Parses one armored block with one public key; returns undefined for anything else. */
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
    // The parser throws errors of many types; each means an invalid key.
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
    // A user id may consist of an address only.
    const isAddress = !userID.email && /^[^\s@<>]+@[^\s@<>]+$/.test(userID.userID);
    return [{ name: isAddress ? '' : userID.name || '', email: isAddress ? userID.userID : userID.email || '' }];
  });
}

/** Expired subkeys are included, because signatures made before the expiry stay valid. */
async function boundSubkeyIds(key: Key): Promise<string[]> {
  // Null skips the date check in the library; its types do not declare it.
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

/**
 * Parses a public SSH key in the format of an `authorized_keys` file.
 *
 * Exactly one encoding of a key is accepted, so that its fingerprint identifies it.
 */
import { createHash, createPublicKey } from 'node:crypto';
import { parseKey, type Key } from 'sshpk';

const types = {
  'ssh-rsa': 'rsa',
  'ssh-dss': 'dsa',
  'ecdsa-sha2-nistp256': 'ecdsa',
  'ecdsa-sha2-nistp384': 'ecdsa',
  'ecdsa-sha2-nistp521': 'ecdsa',
  'ssh-ed25519': 'ed25519',
} as const;

/** Key type, as restricted by the instance settings. */
export type SshKeyType = (typeof types)[keyof typeof types];

/** A parsed key. */
export interface ParsedSshKey {
  /** Type, key and comment, separated by one space. */
  text: string;
  type: SshKeyType;
  /** Size in bits; for elliptic curves that of the curve. */
  bits: number;
  /** MD5, `aa:bb:...`. */
  fingerprint: string;
  /** SHA256 in base64 without padding. */
  fingerprint_sha256: string;
}

/**
 * Parses a key; returns undefined if it is invalid. The time is quadratic in the number of words,
 * so the caller must limit the length.
 */
export function parseSshKey(text: string): ParsedSshKey | undefined {
  const [name = '', ...words] = text.trim().split(/\s+/);
  if (!Object.hasOwn(types, name)) return undefined;
  let encoded = '';
  // Keys copied from a terminal may contain line breaks.
  for (const [index, word] of words.entries()) {
    encoded += word;
    const key = readKey(name, encoded);
    if (key) return describeKey(name as keyof typeof types, key, words.slice(index + 1));
  }
  return undefined;
}

function readKey(name: string, encoded: string): Key | undefined {
  const blob = Buffer.from(encoded, 'base64');
  if (blob.length === 0 || blob.toString('base64') !== encoded) return undefined;
  try {
    const key = parseKey(blob, 'rfc4253');
    // Rejects unusable keys, such as points that are not on their curve.
    createPublicKey(key.toString('pkcs8'));
    return key.toBuffer('rfc4253').equals(blob) && key.toString('ssh').startsWith(`${name} `) ? key : undefined;
  } catch {
    // Both parsers throw errors of many types; each means an invalid key.
    return undefined;
  }
}

function describeKey(name: keyof typeof types, key: Key, comment: string[]): ParsedSshKey {
  const blob = key.toBuffer('rfc4253');
  const md5 = createHash('md5').update(blob).digest('hex');
  return {
    text: [name, blob.toString('base64'), ...comment].join(' '),
    type: types[name],
    bits: key.size,
    fingerprint: md5.replace(/..(?=.)/g, '$&:'),
    fingerprint_sha256: createHash('sha256').update(blob).digest('base64').replace(/=+$/, ''),
  };
}

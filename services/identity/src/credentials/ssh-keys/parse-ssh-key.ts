/**
 * Reads a public SSH key as it stands in an `authorized_keys` file.
 *
 * A key has exactly one accepted encoding, so that its fingerprint tells whether it is known
 * already.
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

/** Kind of a key, as the instance restricts it. */
export type SshKeyType = (typeof types)[keyof typeof types];

/** A key that was understood. */
export interface ParsedSshKey {
  /** Type, key and comment, parted by one space. */
  text: string;
  type: SshKeyType;
  /** Size in bits; of the curve where there is one. */
  bits: number;
  /** MD5, `aa:bb:...`. */
  fingerprint: string;
  /** SHA256 in base64 without padding. */
  fingerprint_sha256: string;
}

/**
 * Reads a key; undefined where it is none. Takes a time that grows with the square of the text's
 * words: bound its length before.
 */
export function parseSshKey(text: string): ParsedSshKey | undefined {
  const [name = '', ...words] = text.trim().split(/\s+/);
  if (!Object.hasOwn(types, name)) return undefined;
  let encoded = '';
  // Keys that were copied from a terminal may be broken into lines.
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
    // Refuses what no program could use, such as points that are not on their curve.
    createPublicKey(key.toString('pkcs8'));
    return key.toBuffer('rfc4253').equals(blob) && key.toString('ssh').startsWith(`${name} `) ? key : undefined;
  } catch {
    // Both parsers throw errors of many kinds; each means that this is no key.
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

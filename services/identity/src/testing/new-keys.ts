/** Unique keys for tests. */
import { generateKeyPairSync } from 'node:crypto';
import { generateKey } from 'openpgp';
import { parseKey } from 'sshpk';

/** Creates a public SSH key without comment. */
export function newSshKey(
  type: 'rsa' | 'dsa' | 'ecdsa' | 'ed25519' = 'ecdsa',
  options: { bits?: number; curve?: string } = {},
): string {
  const { bits = 2048, curve = 'P-256' } = options;
  const pairs = {
    rsa: () => generateKeyPairSync('rsa', { modulusLength: bits }),
    dsa: () => generateKeyPairSync('dsa', { modulusLength: bits, divisorLength: 160 }),
    ecdsa: () => generateKeyPairSync('ec', { namedCurve: curve }),
    ed25519: () => generateKeyPairSync('ed25519'),
  };
  const { publicKey } = pairs[type]();
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  return parseKey(pem, 'pem').toString('ssh').split(' ').slice(0, 2).join(' ');
}

/** Creates a GPG key with armored public and private blocks. */
export async function newGpgKey(
  ...emails: string[]
): Promise<{ publicKey: string; privateKey: string; fingerprint: string; keyId: string; subkeyId: string }> {
  const userIDs = (emails.length > 0 ? emails : ['somebody@example.com']).map((email) => ({
    name: 'Some Body',
    email,
  }));
  const { publicKey, privateKey } = await generateKey({ type: 'ecc', curve: 'p256', userIDs, format: 'object' });
  const fingerprint = publicKey.getFingerprint().toUpperCase();
  return {
    publicKey: publicKey.armor().trim().replace(/\r\n/g, '\n'),
    privateKey: privateKey.armor().trim(),
    fingerprint,
    keyId: fingerprint.slice(-16),
    subkeyId: publicKey.subkeys[0]?.getKeyID().toHex().toUpperCase() ?? '',
  };
}

import { generateKeyPairSync } from 'node:crypto';

/** Creates a public SSH key, as users copy it from a file. */
export function publicSshKey(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const [type, key] = [Buffer.from('ssh-ed25519'), Buffer.from(x, 'base64url')];
  const sized = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  return `ssh-ed25519 ${Buffer.concat([sized(type), sized(key)]).toString('base64')} client@example.com`;
}

/** The key by which clients know this instance. */
import { readFileSync } from 'node:fs';
import { parsePrivateKey } from 'sshpk';

/** Reads a private key (PEM) as the SSH library wants it. Throws where there is none. */
export function readHostKey(file: string): string {
  return parsePrivateKey(readFileSync(file, 'utf8'), 'pem').toString('ssh-private');
}

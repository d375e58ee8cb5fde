/** The SSH host key of the instance. */
import { readFileSync } from 'node:fs';
import { parsePrivateKey } from 'sshpk';

/** Reads a private key (PEM) in the format of the SSH library. Throws if it cannot be read. */
export function readHostKey(file: string): string {
  return parsePrivateKey(readFileSync(file, 'utf8'), 'pem').toString('ssh-private');
}

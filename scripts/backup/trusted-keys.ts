// Chooses the keys that may have signed a backup: those of the secrets that are restored, or of the
// secrets that the instance has already.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSecrets } from './secrets.ts';
import { publicKeyOf, signingKeysOf } from './signature.ts';
import type { Secrets } from './secrets-file.ts';

/**
 * @param options `target` is the folder for the secrets of the instance, undefined if they are not
 *   restored
 * @returns public keys; none if no secrets are at hand
 */
export function trustedKeys(
  secrets: Secrets | undefined,
  { target, publicKey }: { target: string | undefined; publicKey?: string },
): string[] {
  if (publicKey !== undefined) return [publicKey];
  return signingKeysOf(secrets ?? existingSecrets(target)).map(publicKeyOf);
}

function existingSecrets(target: string | undefined): Secrets {
  if (target === undefined || !existsSync(join(target, 'secret'))) return new Map();
  return readSecrets({ folder: target, isDataFolder: true });
}

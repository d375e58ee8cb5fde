import { NotFoundError } from '@forgemesh/errors';
import type { GpgKeyDocument } from './gpg-key.model';
import type { GpgKeysDeps } from './deps';

/**
 * Returns a key of a user. Throws NotFoundError if it does not exist or belongs to another user.
 */
export async function findGpgKey({ gpgKeys }: GpgKeysDeps, userId: number, keyId: number): Promise<GpgKeyDocument> {
  const key = await gpgKeys.find(keyId);
  if (!key || key.user_id !== userId) throw new NotFoundError('GPG Key');
  return key;
}

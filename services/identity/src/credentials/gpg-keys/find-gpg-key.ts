import { NotFoundError } from '@forgemesh/errors';
import type { Identity } from '#deps';
import type { GpgKeyDocument } from './gpg-key.model';

/**
 * Returns a key of a user. Throws NotFoundError if it does not exist or belongs to another user.
 */
export async function findGpgKey({ gpgKeys }: Identity, userId: number, keyId: number): Promise<GpgKeyDocument> {
  const key = await gpgKeys.find(keyId);
  if (!key || key.user_id !== userId) throw new NotFoundError('GPG Key');
  return key;
}

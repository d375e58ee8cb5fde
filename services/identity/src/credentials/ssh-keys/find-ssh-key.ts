import { NotFoundError } from '@forgemesh/errors';
import type { SshKeyDocument } from './ssh-key.model';
import type { SshKeysDeps } from './deps';

/**
 * Returns a key of a user. Throws NotFoundError if it does not exist or belongs to another user.
 */
export async function findSshKey({ sshKeys }: SshKeysDeps, userId: number, keyId: number): Promise<SshKeyDocument> {
  const key = await sshKeys.find(keyId);
  if (!key || key.user_id !== userId) throw new NotFoundError('Key');
  return key;
}

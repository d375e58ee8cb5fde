import { NotFoundError } from '@forgemesh/errors';
import type { Identity } from '../../deps';
import type { SshKeyDocument } from './ssh-key.model';

/** A key of a user. Throws NotFoundError where it is not there or another user's. */
export async function findSshKey({ sshKeys }: Identity, userId: number, keyId: number): Promise<SshKeyDocument> {
  const key = await sshKeys.find(keyId);
  if (!key || key.user_id !== userId) throw new NotFoundError('Key');
  return key;
}

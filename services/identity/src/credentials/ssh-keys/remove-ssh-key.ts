import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { findSshKey } from './find-ssh-key';
import type { SshKeysDeps } from './deps';

/**
 * Removes a key of a user. Throws NotFoundError if it does not exist or belongs to another user.
 */
export async function removeSshKey(call: Call<SshKeysDeps>, userId: number, keyId: number): Promise<void> {
  const { deps, principal } = call;
  const key = await findSshKey(deps, userId, keyId);
  call.assertUnmodified(key.created_at);
  const event = { type: 'identity.ssh_key.deleted' as const, actor: principal.id };
  if (!(await deps.sshKeys.remove(key, event))) throw new NotFoundError('Key');
}

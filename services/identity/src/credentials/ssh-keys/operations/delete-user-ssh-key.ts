/** Removes one of a user's SSH keys. */
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { operation } from '#operation';
import { assertUserExists } from '#users/users/find-user';
import { removeSshKey } from '../remove-ssh-key';

export const deleteUserSshKey = operation(SshKeyServiceDefinition.deleteUserSshKey, async (request, call) => {
  await assertUserExists(call.deps, request.id);
  await removeSshKey(call, request.id, request.key_id);
  return {};
});

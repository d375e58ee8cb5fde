/** Adds an SSH key to a user. */
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { operation } from '#operation';
import { assertUserExists } from '#users/users/find-user';
import { addSshKey } from '../add-ssh-key';

export const createUserSshKey = operation(SshKeyServiceDefinition.createUserSshKey, async (request, call) => {
  await assertUserExists(call.deps, request.id);
  return addSshKey(call, request.id, request);
});

/** Removes one of a user's SSH keys. */
import { operation, type Call } from '@forgemesh/rpc';
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { assertUserExists } from '#users/accounts';
import { removeSshKey } from '../remove-ssh-key';
import type { SshKeysDeps } from '../deps';

export const deleteUserSshKey = operation(
  SshKeyServiceDefinition.deleteUserSshKey,
  async (request, call: Call<SshKeysDeps>) => {
    await assertUserExists(call.deps, request.id);
    await removeSshKey(call, request.id, request.key_id);
    return {};
  },
);

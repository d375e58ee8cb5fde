/** Adds an SSH key to a user. */
import { operation, type Call } from '@forgemesh/rpc';
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { assertUserExists } from '#users/accounts';
import { addSshKey } from '../add-ssh-key';
import type { SshKeysDeps } from '../deps';

export const createUserSshKey = operation(
  SshKeyServiceDefinition.createUserSshKey,
  async (request, call: Call<SshKeysDeps>) => {
    await assertUserExists(call.deps, request.id);
    return addSshKey(call, request.id, request);
  },
);

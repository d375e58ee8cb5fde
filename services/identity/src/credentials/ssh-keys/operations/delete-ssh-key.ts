/** Removes one of the caller's SSH keys. */
import { operation, type Call } from '@forgemesh/rpc';
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { removeSshKey } from '../remove-ssh-key';
import type { SshKeysDeps } from '../deps';

export const deleteSshKey = operation(
  SshKeyServiceDefinition.deleteSshKey,
  async (request, call: Call<SshKeysDeps>) => {
    await removeSshKey(call, call.principal.id, request.key_id);
    return {};
  },
);

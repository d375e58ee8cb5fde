/** Removes one of the caller's SSH keys. */
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { operation } from '#operation';
import { removeSshKey } from '../remove-ssh-key';

export const deleteSshKey = operation(SshKeyServiceDefinition.deleteSshKey, async (request, call) => {
  await removeSshKey(call, call.principal.id, request.key_id);
  return {};
});

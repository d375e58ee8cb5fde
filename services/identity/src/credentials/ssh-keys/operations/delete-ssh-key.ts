/** Removes one of the caller's SSH keys. */
import { SshKeyServiceService } from '@forgemesh/proto/identity/v1/ssh_key';
import { operation } from '../../../operation';
import { removeSshKey } from '../remove-ssh-key';

export const deleteSshKey = operation(SshKeyServiceService.deleteSshKey, async (request, call) => {
  await removeSshKey(call, call.principal.id, request.key_id);
  return {};
});

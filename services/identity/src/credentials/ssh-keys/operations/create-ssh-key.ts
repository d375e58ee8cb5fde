/** Adds an SSH key to the caller. */
import { SshKeyServiceService } from '@forgemesh/proto/identity/v1/ssh_key';
import { operation } from '../../../operation';
import { addSshKey } from '../add-ssh-key';

export const createSshKey = operation(SshKeyServiceService.createSshKey, (request, call) =>
  addSshKey(call, call.principal.id, request),
);

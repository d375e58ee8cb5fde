/** Adds an SSH key to the caller. */
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { operation } from '#operation';
import { addSshKey } from '../add-ssh-key';

export const createSshKey = operation(SshKeyServiceDefinition.createSshKey, (request, call) =>
  addSshKey(call, call.principal.id, request),
);

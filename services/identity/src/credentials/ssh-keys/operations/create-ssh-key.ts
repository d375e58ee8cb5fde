/** Adds an SSH key to the caller. */
import { operation, type Call } from '@forgemesh/rpc';
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { addSshKey } from '../add-ssh-key';
import type { SshKeysDeps } from '../deps';

export const createSshKey = operation(SshKeyServiceDefinition.createSshKey, (request, call: Call<SshKeysDeps>) =>
  addSshKey(call, call.principal.id, request),
);

/** Lists the caller's SSH keys, oldest first. */
import { operation, type Call } from '@forgemesh/rpc';
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { pageOfSshKeys } from '../page-of-ssh-keys';
import type { SshKeysDeps } from '../deps';

export const listCurrentUserSshKeys = operation(
  SshKeyServiceDefinition.listCurrentUserSshKeys,
  (request, call: Call<SshKeysDeps>) => pageOfSshKeys(call, call.principal.id, request),
);

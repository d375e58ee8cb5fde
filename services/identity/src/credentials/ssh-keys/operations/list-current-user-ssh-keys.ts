/** Lists the caller's SSH keys, oldest first. */
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { operation } from '#operation';
import { pageOfSshKeys } from '../page-of-ssh-keys';

export const listCurrentUserSshKeys = operation(SshKeyServiceDefinition.listCurrentUserSshKeys, (request, call) =>
  pageOfSshKeys(call, call.principal.id, request),
);

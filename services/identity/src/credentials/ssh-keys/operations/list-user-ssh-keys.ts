/** Lists a user's SSH keys, oldest first, for everyone who may see users. */
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { operation } from '#operation';
import { assertUsersAreShown } from '#access/policy';
import { assertUserExists } from '#users/users/find-user';
import { pageOfSshKeys } from '../page-of-ssh-keys';

export const listUserSshKeys = operation(SshKeyServiceDefinition.listUserSshKeys, async (request, call) => {
  assertUsersAreShown(call);
  await assertUserExists(call.deps, request.id);
  return pageOfSshKeys(call, request.id, request);
});

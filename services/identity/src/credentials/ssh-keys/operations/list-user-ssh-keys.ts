/** Lists a user's SSH keys, oldest first, for everyone who may see users. */
import { operation, type Call } from '@forgemesh/rpc';
import { SshKeyServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key';
import { assertUsersAreShown } from '#access';
import { assertUserExists } from '#users/accounts';
import { pageOfSshKeys } from '../page-of-ssh-keys';
import type { SshKeysDeps } from '../deps';

export const listUserSshKeys = operation(
  SshKeyServiceDefinition.listUserSshKeys,
  async (request, call: Call<SshKeysDeps>) => {
    assertUsersAreShown(call);
    await assertUserExists(call.deps, request.id);
    return pageOfSshKeys(call, request.id, request);
  },
);

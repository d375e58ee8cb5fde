/** A user's SSH keys, oldest first, for everybody who may see users. */
import { NotFoundError } from '@forgemesh/kit';
import { SshKeyServiceService } from '@forgemesh/proto/identity/v1/ssh_key';
import { operation } from '../operation';
import { assertUserExists } from '../users/find-user';
import { pageOfSshKeys } from './page-of-ssh-keys';

export const listUserSshKeys = operation(SshKeyServiceService.listUserSshKeys, async (request, call) => {
  const { deps, user } = call;
  // An instance that allows nothing public hides its users from those who are not signed in.
  const isClosed = deps.settings.current().restricted_visibility_levels.includes('public');
  if (!user && isClosed) throw new NotFoundError('User');
  await assertUserExists(deps, request.id);
  return pageOfSshKeys(call, request.id, request);
});

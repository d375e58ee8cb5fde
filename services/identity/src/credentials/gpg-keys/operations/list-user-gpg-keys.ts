/** Lists a user's GPG keys, oldest first. */
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { operation } from '#operation';
import { assertUserExists } from '#users/users/find-user';
import { pageOfGpgKeys } from '../page-of-gpg-keys';

export const listUserGpgKeys = operation(GpgKeyServiceDefinition.listUserGpgKeys, async (request, call) => {
  await assertUserExists(call.deps, request.id);
  return pageOfGpgKeys(call, request.id, request);
});

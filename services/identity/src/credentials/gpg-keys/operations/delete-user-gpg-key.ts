/** Removes one of a user's GPG keys. */
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { operation } from '#operation';
import { assertUserExists } from '#users/users/find-user';
import { removeGpgKey } from '../remove-gpg-key';

export const deleteUserGpgKey = operation(GpgKeyServiceDefinition.deleteUserGpgKey, async (request, call) => {
  await assertUserExists(call.deps, request.id);
  await removeGpgKey(call, request.id, request.key_id, 'deleted');
  return {};
});

/** Adds a GPG key to a user. */
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { operation } from '#operation';
import { assertUserExists } from '#users/users/find-user';
import { addGpgKey } from '../add-gpg-key';

export const createUserGpgKey = operation(GpgKeyServiceDefinition.createUserGpgKey, async (request, call) => {
  await assertUserExists(call.deps, request.id);
  return addGpgKey(call, request.id, request.key);
});

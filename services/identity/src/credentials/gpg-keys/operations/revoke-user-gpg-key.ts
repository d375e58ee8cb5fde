/** Revokes one of a user's GPG keys: removes it and marks its signatures as unverified. */
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { operation } from '#operation';
import { assertUserExists } from '#users/users/find-user';
import { removeGpgKey } from '../remove-gpg-key';

export const revokeUserGpgKey = operation(GpgKeyServiceDefinition.revokeUserGpgKey, async (request, call) => {
  await assertUserExists(call.deps, request.id);
  await removeGpgKey(call, request.id, request.key_id, 'revoked');
  return { message: '202 Accepted' };
});

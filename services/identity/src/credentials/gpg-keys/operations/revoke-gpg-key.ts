/** Revokes one of the caller's GPG keys: removes it and marks its signatures as unverified. */
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { operation } from '#operation';
import { removeGpgKey } from '../remove-gpg-key';

export const revokeGpgKey = operation(GpgKeyServiceDefinition.revokeGpgKey, async (request, call) => {
  await removeGpgKey(call, call.principal.id, request.key_id, 'revoked');
  return { message: '202 Accepted' };
});

/** Removes one of the caller's GPG keys. */
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { operation } from '#operation';
import { removeGpgKey } from '../remove-gpg-key';

export const deleteGpgKey = operation(GpgKeyServiceDefinition.deleteGpgKey, async (request, call) => {
  await removeGpgKey(call, call.principal.id, request.key_id, 'deleted');
  return {};
});

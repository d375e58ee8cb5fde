/** Removes one of the caller's GPG keys together with the trust in what it signed. */
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { operation } from '../../../operation';
import { removeGpgKey } from '../remove-gpg-key';

export const revokeGpgKey = operation(GpgKeyServiceDefinition.revokeGpgKey, async (request, call) => {
  await removeGpgKey(call, call.principal.id, request.key_id, 'revoked');
  return { message: '202 Accepted' };
});

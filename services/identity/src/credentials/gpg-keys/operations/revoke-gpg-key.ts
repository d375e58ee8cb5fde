/** Revokes one of the caller's GPG keys: removes it and marks its signatures as unverified. */
import { operation, type Call } from '@forgemesh/rpc';
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { removeGpgKey } from '../remove-gpg-key';
import type { GpgKeysDeps } from '../deps';

export const revokeGpgKey = operation(
  GpgKeyServiceDefinition.revokeGpgKey,
  async (request, call: Call<GpgKeysDeps>) => {
    await removeGpgKey(call, call.principal.id, request.key_id, 'revoked');
    return { message: '202 Accepted' };
  },
);

/** Removes one of the caller's GPG keys. */
import { operation, type Call } from '@forgemesh/rpc';
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { removeGpgKey } from '../remove-gpg-key';
import type { GpgKeysDeps } from '../deps';

export const deleteGpgKey = operation(
  GpgKeyServiceDefinition.deleteGpgKey,
  async (request, call: Call<GpgKeysDeps>) => {
    await removeGpgKey(call, call.principal.id, request.key_id, 'deleted');
    return {};
  },
);

/** Removes one of a user's GPG keys. */
import { operation, type Call } from '@forgemesh/rpc';
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { assertUserExists } from '#users/accounts';
import { removeGpgKey } from '../remove-gpg-key';
import type { GpgKeysDeps } from '../deps';

export const deleteUserGpgKey = operation(
  GpgKeyServiceDefinition.deleteUserGpgKey,
  async (request, call: Call<GpgKeysDeps>) => {
    await assertUserExists(call.deps, request.id);
    await removeGpgKey(call, request.id, request.key_id, 'deleted');
    return {};
  },
);

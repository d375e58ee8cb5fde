/** Revokes one of a user's GPG keys: removes it and marks its signatures as unverified. */
import { operation, type Call } from '@forgemesh/rpc';
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { assertUserExists } from '#users/accounts';
import { removeGpgKey } from '../remove-gpg-key';
import type { GpgKeysDeps } from '../deps';

export const revokeUserGpgKey = operation(
  GpgKeyServiceDefinition.revokeUserGpgKey,
  async (request, call: Call<GpgKeysDeps>) => {
    await assertUserExists(call.deps, request.id);
    await removeGpgKey(call, request.id, request.key_id, 'revoked');
    return { message: '202 Accepted' };
  },
);

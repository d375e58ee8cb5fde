/** Adds a GPG key to a user. */
import { operation, type Call } from '@forgemesh/rpc';
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { assertUserExists } from '#users/accounts';
import { addGpgKey } from '../add-gpg-key';
import type { GpgKeysDeps } from '../deps';

export const createUserGpgKey = operation(
  GpgKeyServiceDefinition.createUserGpgKey,
  async (request, call: Call<GpgKeysDeps>) => {
    await assertUserExists(call.deps, request.id);
    return addGpgKey(call, request.id, request.key);
  },
);

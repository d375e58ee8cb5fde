/** Lists a user's GPG keys, oldest first. */
import { operation, type Call } from '@forgemesh/rpc';
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { assertUserExists } from '#users/accounts';
import { pageOfGpgKeys } from '../page-of-gpg-keys';
import type { GpgKeysDeps } from '../deps';

export const listUserGpgKeys = operation(
  GpgKeyServiceDefinition.listUserGpgKeys,
  async (request, call: Call<GpgKeysDeps>) => {
    await assertUserExists(call.deps, request.id);
    return pageOfGpgKeys(call, request.id, request);
  },
);

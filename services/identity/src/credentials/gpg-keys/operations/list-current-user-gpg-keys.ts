/** Lists the caller's GPG keys, oldest first. */
import { operation, type Call } from '@forgemesh/rpc';
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { pageOfGpgKeys } from '../page-of-gpg-keys';
import type { GpgKeysDeps } from '../deps';

export const listCurrentUserGpgKeys = operation(
  GpgKeyServiceDefinition.listCurrentUserGpgKeys,
  (request, call: Call<GpgKeysDeps>) => pageOfGpgKeys(call, call.principal.id, request),
);

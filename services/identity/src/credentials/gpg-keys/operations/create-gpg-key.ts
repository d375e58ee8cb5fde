/** Adds a GPG key to the caller. */
import { operation, type Call } from '@forgemesh/rpc';
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { addGpgKey } from '../add-gpg-key';
import type { GpgKeysDeps } from '../deps';

export const createGpgKey = operation(GpgKeyServiceDefinition.createGpgKey, (request, call: Call<GpgKeysDeps>) =>
  addGpgKey(call, call.principal.id, request.key),
);

/** Gets one of the caller's GPG keys. */
import { operation, type Call } from '@forgemesh/rpc';
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { findGpgKey } from '../find-gpg-key';
import { presentGpgKey } from '../gpg-key.entity';
import type { GpgKeysDeps } from '../deps';

export const getGpgKey = operation(
  GpgKeyServiceDefinition.getGpgKey,
  async (request, { deps, principal }: Call<GpgKeysDeps>) =>
    presentGpgKey(await findGpgKey(deps, principal.id, request.key_id)),
);

/** Gets one of the caller's GPG keys. */
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { operation } from '#operation';
import { findGpgKey } from '../find-gpg-key';
import { presentGpgKey } from '../gpg-key.entity';

export const getGpgKey = operation(GpgKeyServiceDefinition.getGpgKey, async (request, { deps, principal }) =>
  presentGpgKey(await findGpgKey(deps, principal.id, request.key_id)),
);

/** Adds a GPG key to the caller. */
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { operation } from '#operation';
import { addGpgKey } from '../add-gpg-key';

export const createGpgKey = operation(GpgKeyServiceDefinition.createGpgKey, (request, call) =>
  addGpgKey(call, call.principal.id, request.key),
);

/** Lists the caller's GPG keys, oldest first. */
import { GpgKeyServiceDefinition } from '@forgemesh/proto/identity/v1/gpg_key';
import { operation } from '#operation';
import { pageOfGpgKeys } from '../page-of-gpg-keys';

export const listCurrentUserGpgKeys = operation(GpgKeyServiceDefinition.listCurrentUserGpgKeys, (request, call) =>
  pageOfGpgKeys(call, call.principal.id, request),
);

import { StaticObjectTokenServiceDefinition } from '@forgemesh/proto/identity/v1/static_object_token';
import { operation } from '#operation';

/** Deletes the token of the caller; the next address that needs one creates it. Idempotent. */
export const resetStaticObjectToken = operation(
  StaticObjectTokenServiceDefinition.resetStaticObjectToken,
  async (_request, { deps, principal }) => {
    await deps.staticObjectTokens.deleteOne({ _id: principal.id });
    return {};
  },
);

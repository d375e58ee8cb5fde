import { operation, type Call } from '@forgemesh/rpc';
import { StaticObjectTokenServiceDefinition } from '@forgemesh/proto/identity/v1/static_object_token';
import type { StaticObjectTokensDeps } from '../deps';

/** Deletes the token of the caller; the next address that needs one creates it. Idempotent. */
export const resetStaticObjectToken = operation(
  StaticObjectTokenServiceDefinition.resetStaticObjectToken,
  async (_request, { deps, principal }: Call<StaticObjectTokensDeps>) => {
    await deps.staticObjectTokens.deleteOne({ _id: principal.id });
    return {};
  },
);

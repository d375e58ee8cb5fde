import { internalOperation, type Call } from '@forgemesh/rpc';
import { StaticObjectTokenServiceDefinition } from '@forgemesh/proto/identity/v1/static_object_token';
import { issueToken } from '#credentials/static-object-tokens';
import type { InternalStaticObjectTokensDeps } from './deps';

/** Gets or creates the token of a user. */
export const issueStaticObjectToken = internalOperation(
  StaticObjectTokenServiceDefinition.issueStaticObjectToken,
  async ({ user_id: userId }, { deps }: Call<InternalStaticObjectTokensDeps>) => ({
    token: await issueToken(deps, userId),
  }),
);

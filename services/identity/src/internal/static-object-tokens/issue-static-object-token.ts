import { StaticObjectTokenServiceDefinition } from '@forgemesh/proto/identity/v1/static_object_token';
import { issueToken } from '#credentials/static-object-tokens/static-object-tokens';
import { internalOperation } from '#operation';

/** Gets or creates the token of a user. */
export const issueStaticObjectToken = internalOperation(
  StaticObjectTokenServiceDefinition.issueStaticObjectToken,
  async ({ user_id: userId }, { deps }) => ({ token: await issueToken(deps, userId) }),
);

import { internalOperation, type Call } from '@forgemesh/rpc';
import { UnauthenticatedError } from '@forgemesh/errors';
import { StaticObjectTokenServiceDefinition } from '@forgemesh/proto/identity/v1/static_object_token';
import { userOfToken } from '#credentials/static-object-tokens';
import { assertCanAct } from '#authentication';
import { assertTermsAccepted } from '#users';
import type { InternalStaticObjectTokensDeps } from './deps';

/** Authenticates the user of a token with two reads by id. */
export const authenticateStaticObjectToken = internalOperation(
  StaticObjectTokenServiceDefinition.authenticateStaticObjectToken,
  async ({ token }, { deps }: Call<InternalStaticObjectTokensDeps>) => {
    const userId = await userOfToken(deps, token);
    const holder = userId === null ? null : await deps.tokenHolders.findHolder(userId);
    if (!holder) throw new UnauthenticatedError();
    assertCanAct(holder);
    assertTermsAccepted(deps, holder);
    return {
      user: {
        id: holder._id,
        username: holder.username,
        name: holder.name,
        admin: holder.admin,
        external: holder.external,
      },
    };
  },
);

/** Gets the signed-in user; under sudo the impersonated user. */
import { operation, type Call } from '@forgemesh/rpc';
import { UnauthenticatedError } from '@forgemesh/errors';
import { UserServiceDefinition } from '@forgemesh/proto/identity/v1/user';
import { presentFullUser } from '../user.entity';
import type { UsersDeps } from '../deps';

export const getCurrentUser = operation(
  UserServiceDefinition.getCurrentUser,
  async (_request, call: Call<UsersDeps>) => {
    const { context, deps, principal } = call;
    const user = await deps.users.find(principal.id);
    // Deleted since the token was checked.
    if (!user) throw new UnauthenticatedError();
    return presentFullUser(deps.urls, user, { tier: context.tier, admin: principal.admin });
  },
);

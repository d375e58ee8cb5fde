/** Gets a user: all fields for administrators, otherwise the profile. */
import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { UserServiceDefinition } from '@forgemesh/proto/identity/v1/user';
import { presentFullUser, presentPublicUser } from '../user.entity';
import type { UsersDeps } from '../deps';

export const getUser = operation(
  UserServiceDefinition.getUser,
  async (request, { context, deps, user: caller }: Call<UsersDeps>) => {
    const user = await deps.users.find(request.id);
    if (!user) throw new NotFoundError('User');
    if (!caller?.admin) return presentPublicUser(deps.urls, user);
    const { highest_level: level } = await deps.members.getMembershipSummary({ user_id: user._id, level_only: true });
    const view = { tier: context.tier, admin: true, customAttributes: request.with_custom_attributes };
    return { ...presentFullUser(deps.urls, user, view), highest_role: level };
  },
);

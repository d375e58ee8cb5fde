/** Updates a user. The API reports every rejected value as 404; the body contains the reason. */
import { operation, type Call } from '@forgemesh/rpc';
import { ForgeError, isForgeError } from '@forgemesh/errors';
import { UserServiceDefinition } from '@forgemesh/proto/identity/v1/user';
import { changeUser } from '../changes/change-user';
import { requireUser } from '../find-user';
import { presentFullUser } from '../user.entity';
import type { UsersDeps } from '../deps';

export const updateUser = operation(UserServiceDefinition.updateUser, async (request, call: Call<UsersDeps>) => {
  const user = await requireUser(call.deps, request.id);
  try {
    const changed = await changeUser(call, user, request);
    return presentFullUser(call.deps.urls, changed, { tier: call.context.tier, admin: true });
  } catch (error) {
    if (!isForgeError(error) || !['bad_request', 'conflict'].includes(error.reason)) throw error;
    throw new ForgeError('not_found', error.body);
  }
});

/** Creates a user. A retry (same operation id) returns the user of the first attempt. */
import { operation, type Call } from '@forgemesh/rpc';
import { InvalidParameterError } from '@forgemesh/errors';
import { UserServiceDefinition } from '@forgemesh/proto/identity/v1/user';
import { addUser } from '../changes/add-user';
import { presentFullUser } from '../user.entity';
import type { UsersDeps } from '../deps';

export const createUser = operation(UserServiceDefinition.createUser, async (request, call: Call<UsersDeps>) => {
  const { context, deps, log, operationId, principal } = call;
  const hasPassword = [request.password, request.reset_password, request.force_random_password].some(isGiven);
  if (!hasPassword) {
    throw new InvalidParameterError('password, reset_password are missing, at least one parameter must be provided');
  }
  const findEarlier = () => deps.users.findByOperation(operationId ?? '');
  const add = () => addUser(deps, request, { actor: principal.id, operationId, tier: context.tier });
  const earlier = await findEarlier();
  const user =
    earlier ??
    (await add().catch(async (error: unknown) => {
      // Created by a concurrent attempt of the same request.
      const concurrent = await findEarlier();
      if (concurrent) return concurrent;
      throw error;
    }));
  if (!earlier && request.reset_password) {
    log.info({ user_id: user._id }, 'a password link was requested; it is sent if a mail server is configured');
  }
  return presentFullUser(deps.urls, user, { tier: context.tier, admin: true });
});

function isGiven(value: unknown): boolean {
  return value !== undefined;
}

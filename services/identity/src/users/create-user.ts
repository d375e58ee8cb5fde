/** Creates a user. A repeated request (same operation id) answers with the user of the first. */
import { InvalidParameterError } from '@forgemesh/kit';
import { UserServiceService } from '@forgemesh/proto/identity/v1/user';
import { operation } from '../operation';
import { addUser } from './add-user';
import { presentFullUser } from './user.entity';

export const createUser = operation(UserServiceService.createUser, async (request, call) => {
  const { context, deps, log, operationId, principal } = call;
  const hasPassword = [request.password, request.reset_password, request.force_random_password].some(isGiven);
  if (!hasPassword) {
    throw new InvalidParameterError('password, reset_password are missing, at least one parameter must be provided');
  }
  const earlier = operationId === undefined ? null : await deps.users.findByOperation(operationId);
  const user = earlier ?? (await addUser(deps, request, { actor: principal.id, operationId, tier: context.tier }));
  if (!earlier && request.reset_password) {
    log.warn({ user_id: user._id }, 'no mail is configured: the link to set a password was not sent');
  }
  return presentFullUser(user, { tier: context.tier, admin: true });
});

function isGiven(value: unknown): boolean {
  return value !== undefined;
}

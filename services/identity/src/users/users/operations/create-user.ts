/** Creates a user. A repeated request (same operation id) answers with the user of the first. */
import { InvalidParameterError } from '@forgemesh/errors';
import { UserServiceDefinition } from '@forgemesh/proto/identity/v1/user';
import { operation } from '../../../operation';
import { addUser } from '../add-user';
import { presentFullUser } from '../user.entity';

export const createUser = operation(UserServiceDefinition.createUser, async (request, call) => {
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
      // This very request was faster, where it is repeated while the first one is on its way.
      const faster = await findEarlier();
      if (faster) return faster;
      throw error;
    }));
  if (!earlier && request.reset_password) {
    log.info(
      { user_id: user._id },
      'a link to set a password was asked for: it is sent where a mail server is configured',
    );
  }
  return presentFullUser(user, { tier: context.tier, admin: true });
});

function isGiven(value: unknown): boolean {
  return value !== undefined;
}

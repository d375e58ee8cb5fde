import { ConflictError, ForbiddenError } from '@forgemesh/errors';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { RegistrationServiceDefinition, type RegisterUserRequest } from '@forgemesh/proto/identity/v1/registration';
import { countAttempt } from '#sign-in/passwords';
import { addUser, assertValidUser, isEmailTaken, reserveName, taken } from '#users/accounts';
import { requestReset } from './request-reset';
import type { RegistrationsDeps } from './deps';

/** Registers a user, who confirms their address before the first sign-in. */
export const registerUser = internalOperation(
  RegistrationServiceDefinition.registerUser,
  async ({ address, ...request }, { deps, context }: Call<RegistrationsDeps>) => {
    const settings = deps.settings.current();
    if (!settings.signup_enabled || !settings.password_authentication_enabled_for_web)
      throw new ForbiddenError('Registration is disabled on this instance');
    assertValidUser(request, {
      minimumPasswordLength: settings.minimum_password_length,
      ownEmails: [],
      domains: settings,
    });
    await countAttempt(deps, { account: 'all', address, kind: 'registration' });
    const isNamed = await deps.users.model.exists({ username_lower: request.username.toLowerCase() });
    if (isNamed) throw new ConflictError(taken.username);
    if (await isEmailTaken(deps, request.email)) await remindOwner(deps, request);
    else await addUser(deps, request, { actor: null, operationId: undefined, tier: context.tier });
    return {};
  },
);

/**
 * Sends the owner of an email a link to set a password. It does the same work as a registration and
 * refuses the same names, so that nobody learns that the email has an owner.
 */
async function remindOwner(deps: RegistrationsDeps, request: Omit<RegisterUserRequest, 'address'>): Promise<void> {
  const { email, name, username, password } = request;
  const claim = { path: username, user_id: await deps.users.nextId() };
  await deps.passwords.hash({ userId: claim.user_id, password });
  await reserveName(deps, { ...claim, name });
  await deps.namespaces.releaseNamespace(claim);
  const owner = { email_lower: email.toLowerCase() };
  const found = await deps.users.model.findOne(owner, { _id: 1 }).lean<{ _id: number }>();
  if (found) await requestReset(deps, found._id);
}

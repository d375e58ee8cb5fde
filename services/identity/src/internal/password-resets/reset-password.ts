import { internalOperation, type Call } from '@forgemesh/rpc';
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import { PasswordResetServiceDefinition } from '@forgemesh/proto/identity/v1/password_reset';
import { assertValidUser, nextSignInEpoch, PASSWORD_CHANGED } from '#users/accounts';
import { clearFailures } from '#sign-in/passwords';
import { findByResetLink, hasResetLink } from '#sign-in/email-links';
import type { InternalPasswordResetsDeps } from './deps';

/** Sets a password with a link. Only one of several concurrent uses succeeds. */
export const resetPassword = internalOperation(
  PasswordResetServiceDefinition.resetPassword,
  async ({ password, password_confirmation: repeated, ...link }, { deps }: Call<InternalPasswordResetsDeps>) => {
    const { _id: id, username } = await findByResetLink(deps, link);
    const minimum = deps.settings.current().minimum_password_length;
    assertValidUser({ password }, { minimumPasswordLength: minimum, ownEmails: [] });
    if (password !== repeated) throw new ValidationError({ password_confirmation: ["doesn't match Password"] });
    const hash = await deps.passwords.hash({ userId: id, password });
    const digests = deps.linkSecrets.digestsOf(link.token);
    const changed = await deps.users.mutate(id, (current) => {
      if (!hasResetLink(current, digests)) return null;
      const confirmed = current.confirmed_at === null && { confirmed_at: new Date() };
      return {
        set: {
          password_hash: hash,
          password_reset: null,
          updated_at: new Date(),
          ...nextSignInEpoch(current),
          ...confirmed,
        },
        events: [{ type: 'identity.user.updated', actor: id, changes: { password: PASSWORD_CHANGED } }],
      };
    });
    if (changed?.password_hash !== hash) throw new NotFoundError('Link');
    await clearFailures(deps, { account: String(id), address: link.address });
    return { username, minimum_password_length: minimum };
  },
);

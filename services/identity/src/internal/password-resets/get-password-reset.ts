import { PasswordResetServiceDefinition } from '@forgemesh/proto/identity/v1/password_reset';
import { internalOperation } from '#operation';
import { findByResetLink } from '#sign-in/email-links/password-reset';

/** Gets the user whose password a link sets. */
export const getPasswordReset = internalOperation(
  PasswordResetServiceDefinition.getPasswordReset,
  async (link, { deps }) => {
    const { username } = await findByResetLink(deps, link);
    return { username, minimum_password_length: deps.settings.current().minimum_password_length };
  },
);

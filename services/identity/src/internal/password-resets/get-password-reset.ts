import { internalOperation, type Call } from '@forgemesh/rpc';
import { PasswordResetServiceDefinition } from '@forgemesh/proto/identity/v1/password_reset';
import { findByResetLink } from '#sign-in/email-links';
import type { InternalPasswordResetsDeps } from './deps';

/** Gets the user whose password a link sets. */
export const getPasswordReset = internalOperation(
  PasswordResetServiceDefinition.getPasswordReset,
  async (link, { deps }: Call<InternalPasswordResetsDeps>) => {
    const { username } = await findByResetLink(deps, link);
    return { username, minimum_password_length: deps.settings.current().minimum_password_length };
  },
);

import { internalOperation, type Call } from '@forgemesh/rpc';
import { EmailConfirmationServiceDefinition } from '@forgemesh/proto/identity/v1/email_confirmation';
import { findByConfirmationLink } from '#sign-in/email-links/email-confirmation';
import type { EmailLinksDeps } from '#sign-in/email-links/deps';

/** Gets the email that a link confirms. */
export const getEmailConfirmation = internalOperation(
  EmailConfirmationServiceDefinition.getEmailConfirmation,
  async (link, { deps }: Call<EmailLinksDeps>) => {
    const { user, email } = await findByConfirmationLink(deps, link);
    return { email, username: user.username };
  },
);

import { EmailConfirmationServiceDefinition } from '@forgemesh/proto/identity/v1/email_confirmation';
import { internalOperation } from '#operation';
import { findByConfirmationLink } from '#sign-in/email-links/email-confirmation';

/** Gets the email that a link confirms. */
export const getEmailConfirmation = internalOperation(
  EmailConfirmationServiceDefinition.getEmailConfirmation,
  async (link, { deps }) => {
    const { user, email } = await findByConfirmationLink(deps, link);
    return { email, username: user.username };
  },
);

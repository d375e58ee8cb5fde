import { internalOperation, type Call } from '@forgemesh/rpc';
import { EmailConfirmationServiceDefinition } from '@forgemesh/proto/identity/v1/email_confirmation';
import { type EmailLinksDeps, findByConfirmationLink } from '#sign-in/email-links';

/** Gets the email that a link confirms. */
export const getEmailConfirmation = internalOperation(
  EmailConfirmationServiceDefinition.getEmailConfirmation,
  async (link, { deps }: Call<EmailLinksDeps>) => {
    const { user, email } = await findByConfirmationLink(deps, link);
    return { email, username: user.username };
  },
);

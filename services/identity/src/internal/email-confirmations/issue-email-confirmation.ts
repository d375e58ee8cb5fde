import { internalOperation, type Call } from '@forgemesh/rpc';
import { EmailConfirmationServiceDefinition } from '@forgemesh/proto/identity/v1/email_confirmation';
import { type EmailLinksDeps, unconfirmedEmail } from '#sign-in/email-links';

const noLink = { email: '', name: '', username: '', token: '' };

/** Creates the link for the confirmation of an email. */
export const issueEmailConfirmation = internalOperation(
  EmailConfirmationServiceDefinition.issueEmailConfirmation,
  async ({ user_id: userId, email }, { deps }: Call<EmailLinksDeps>) => {
    const key = email.toLowerCase();
    const { token, digest } = deps.linkSecrets.create();
    const user = await deps.users.mutate(userId, (current) => {
      if (current.state !== 'active' || unconfirmedEmail(current, key) === undefined) return null;
      // Drops links of emails that were removed or confirmed.
      const others = (current.email_links ?? []).filter(
        (link) => link.email_lower !== key && unconfirmedEmail(current, link.email_lower) !== undefined,
      );
      return { set: { email_links: [...others, { digest, email_lower: key }] } };
    });
    const isIssued = user?.email_links?.some((link) => link.digest === digest);
    if (!user || !isIssued) return noLink;
    return { email: unconfirmedEmail(user, key) ?? '', name: user.name, username: user.username, token };
  },
);

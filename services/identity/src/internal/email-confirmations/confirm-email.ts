import { internalOperation, type Call } from '@forgemesh/rpc';
import { changesOf, type Change } from '@forgemesh/data';
import { EmailConfirmationServiceDefinition } from '@forgemesh/proto/identity/v1/email_confirmation';
import { presentEmail } from '#users/emails';
import { confirmSecondaryEmail, secondaryEmails, type UserDocument } from '#users/accounts';
import { type EmailLinksDeps, findByConfirmationLink, unconfirmedEmail } from '#sign-in/email-links';

/** Confirms the email of a confirmation link. */
export const confirmEmail = internalOperation(
  EmailConfirmationServiceDefinition.confirmEmail,
  async (link, { deps }: Call<EmailLinksDeps>) => {
    const { user, email } = await findByConfirmationLink(deps, link);
    await deps.users.mutate(user._id, (current) => confirmation(current, email.toLowerCase()));
    return { email, username: user.username };
  },
);

/** Returns null if there is nothing left to confirm. */
function confirmation(user: UserDocument, key: string): Change<UserDocument> | null {
  if (unconfirmedEmail(user, key) === undefined) return null;
  const now = new Date();
  const email_links = (user.email_links ?? []).filter((link) => link.email_lower !== key);
  const further = secondaryEmails(user).find((one) => one.email_lower === key);
  const set = further ? confirmSecondaryEmail(user, further) : { confirmed_at: now };
  const changes = changesOf<Pick<UserDocument, 'email'>>(user, { email: set.email ?? user.email });
  const event = { type: 'identity.user.updated' as const, actor: user._id, changes };
  const confirmed = further && {
    type: 'identity.email.confirmed' as const,
    actor: user._id,
    changes: { email: presentEmail({ ...further, confirmed_at: now }) },
  };
  return { set: { ...set, email_links, updated_at: now }, events: [event, ...(confirmed ? [confirmed] : [])] };
}

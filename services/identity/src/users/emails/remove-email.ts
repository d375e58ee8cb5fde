import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { emailKeys, secondaryEmails } from '#users/accounts';
import { findEmail } from './find-email';
import { presentEmail } from './email.entity';
import type { EmailsDeps } from './deps';

/**
 * Removes a secondary email of a user, and the public email if it is the same. Throws NotFoundError
 * if it does not exist.
 */
export async function removeEmail(call: Call<EmailsDeps>, userId: number, emailId: number): Promise<void> {
  const { deps, principal } = call;
  const user = await deps.users.mutate(userId, (document) => {
    const email = findEmail(document, emailId);
    call.assertUnmodified(email.confirmed_at ?? email.created_at);
    const emails = secondaryEmails(document).filter(({ id }) => id !== emailId);
    const isShown = document.public_email.toLowerCase() === email.email_lower;
    return {
      set: {
        emails,
        email_keys: emailKeys({ ...document, emails }),
        ...(isShown && { public_email: '' }),
      },
      events: [{ type: 'identity.email.deleted', actor: principal.id, changes: { email: presentEmail(email) } }],
    };
  });
  if (!user) throw new NotFoundError('User');
}

/**
 * Mails about accounts, with links for setting a password or confirming an email. The token of a
 * link is created when the mail is sent and is stored only in the mail. A retried mail has a new
 * token, which invalidates the previous one.
 */
import { typesOf, type EventType, type ForgeEvent } from '@forgemesh/events';
import { deliverMessage } from './deliver-message';
import { oneLine, type Content } from './mail-parts';
import type { MailTransport } from './mail-transport';
import type { MailDocument } from './mail.model';
import type { AccountNotification } from './notification';
import { queueMails } from './queue-mails';
import type { MailDeps } from './deps';

const kinds = {
  'identity.password_reset.requested': 'password_reset',
  'identity.email_confirmation.requested': 'email_confirmation',
} as const satisfies Partial<Record<EventType, AccountNotification['kind']>>;

/** An event that requests a link for an account. */
export type AccountEvent = keyof typeof kinds;

export const accountEvents = typesOf(kinds);

/** Queues the mail with a link. */
export async function queueAccountMail(deps: MailDeps, event: ForgeEvent<AccountEvent>): Promise<void> {
  // A deferred event may be of a type that only another version of this service has.
  const kind: AccountNotification['kind'] | undefined = kinds[event.type];
  if (!kind) return;
  const { id: event_id, actor, time } = event;
  const email = event.type === 'identity.email_confirmation.requested' ? event.data.changes.email : undefined;
  const facts = { ...(email !== undefined && { email }) };
  const notification = { event_id, kind, actor, at: new Date(time), project_id: null, group_id: null, facts };
  await queueMails(deps, notification, [{ user_id: Number(event.subject), reason: 'requested' }]);
}

/**
 * Sends the mail to the address that its link is about, confirmed or not; false if the link is no
 * longer needed.
 */
export async function sendAccountMail(
  deps: MailDeps,
  transport: MailTransport,
  { user_id, news: notification, tries }: MailDocument & { news: AccountNotification },
): Promise<boolean> {
  const { name, email, subject, content } = await compose(deps, user_id, notification);
  if (email === '') return false;
  // Each try has its own message id, so that mail clients do not hide the mail with the valid link
  // as a duplicate.
  const message_name = `${notification.event_id}.${tries}`;
  const to = { name: oneLine(name), address: email };
  await deliverMessage(deps, transport, to, { from_name: null, subject, content, message_name, headers: {} });
  return true;
}

interface ComposedMail {
  name: string;
  /** Empty if the mail must not be sent. */
  email: string;
  subject: string;
  content: Content;
}

async function compose(
  { clients, urls }: MailDeps,
  user_id: number,
  notification: AccountNotification,
): Promise<ComposedMail> {
  const { base } = urls;
  if (notification.kind === 'password_reset') {
    const { name, email, username, token } = await clients.passwordResets.issuePasswordReset({ user_id });
    const isOwnRequest = notification.actor === user_id;
    const content = {
      lines: [
        `Use the link below to set a password for your account ${username} at ${base}.`,
        'The link can be used once and expires after six hours.',
        ...(isOwnRequest ? ['If you did not ask for it, ignore this email: your password stays as it is.'] : []),
      ],
      url: `${base}/users/password/edit?reset_password_token=${token}`,
      reason: isOwnRequest ? 'because it was requested on the sign-in page' : 'because an administrator requested it',
    };
    return { name, email, subject: 'Set your password', content };
  }
  const request = { user_id, email: notification.facts.email ?? '' };
  const { name, email, username, token } = await clients.emailConfirmations.issueEmailConfirmation(request);
  const content = {
    lines: [
      `Use the link below to confirm that ${email} is an email of the account ${username} at ${base}.`,
      'If this is not your account, ignore this email.',
    ],
    url: `${base}/users/confirmation?confirmation_token=${token}`,
    reason: 'because the email was given for that account',
  };
  return { name, email, subject: 'Confirm your email', content };
}

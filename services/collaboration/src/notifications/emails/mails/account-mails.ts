/**
 * Mails about accounts, with links for setting a password or confirming an email. The token of a
 * link is created when the mail is sent and is stored only in the mail. A retried mail has a new
 * token, which invalidates the previous one.
 */
import { typesOf, type EventType, type ForgeEvent } from '@forgemesh/events';
import type { Collaboration } from '../../../deps';
import type { MailDocument } from '../mail.model';
import { bodiesOf, messageId, oneLine, type Content } from './mail-parts';
import type { MailTransport } from '../mail-transport';
import type { AccountNews } from './news';
import { queueMails } from '../queue-mails';

const kinds = {
  'identity.password_reset.requested': 'password_reset',
  'identity.email_confirmation.requested': 'email_confirmation',
} as const satisfies Partial<Record<EventType, AccountNews['kind']>>;

/** An event that requests a link for an account. */
export type AccountEvent = keyof typeof kinds;

export const accountEvents = typesOf(kinds);

/** Queues the mail with a link. */
export async function queueAccountMail(deps: Collaboration, event: ForgeEvent<AccountEvent>): Promise<void> {
  // Another version of this service may have added event types to the durable consumer.
  const kind: AccountNews['kind'] | undefined = kinds[event.type];
  if (!kind) return;
  const { id: event_id, actor, time } = event;
  const email = event.type === 'identity.email_confirmation.requested' ? event.data.changes.email : undefined;
  const facts = { ...(email !== undefined && { email }) };
  const news = { event_id, kind, actor, at: new Date(time), project_id: null, group_id: null, facts };
  await queueMails(deps, news, [{ user_id: Number(event.subject), reason: 'requested' }]);
}

/**
 * Sends the mail to the address that its link is about, confirmed or not; false if the link is no
 * longer needed.
 */
export async function sendAccountMail(
  deps: Collaboration,
  transport: MailTransport,
  { user_id, news, tries }: MailDocument & { news: AccountNews },
): Promise<boolean> {
  const { name, email, subject, content } = await composed(deps, user_id, news);
  if (email === '') return false;
  const bodies = await bodiesOf(content);
  // Each try has its own message id, so that mail clients do not hide the mail with the valid link
  // as a duplicate.
  const message_id = messageId(`${news.event_id}.${tries}`, deps.urls.host);
  await transport.send(
    { name: oneLine(name), address: email },
    { from_name: null, subject, ...bodies, message_id, headers: {} },
  );
  return true;
}

interface Composed {
  name: string;
  /** Empty if the mail must not be sent. */
  email: string;
  subject: string;
  content: Content;
}

async function composed({ clients, urls }: Collaboration, user_id: number, news: AccountNews): Promise<Composed> {
  const { base } = urls;
  if (news.kind === 'password_reset') {
    const { name, email, username, token } = await clients.passwordResets.issuePasswordReset({ user_id });
    const content = {
      lines: [
        `Set a password for your account ${username} at ${base} by the link below.`,
        'It is good once, and for six hours.',
      ],
      url: `${base}/users/password/edit?reset_password_token=${token}`,
      why: 'because an administrator asked for it',
    };
    return { name, email, subject: 'Set your password', content };
  }
  const wanted = { user_id, email: news.facts.email ?? '' };
  const { name, email, username, token } = await clients.emailConfirmations.issueEmailConfirmation(wanted);
  const content = {
    lines: [
      `Confirm that ${email} is an email of the account ${username} at ${base} by the link below.`,
      'If that is not your account, do nothing.',
    ],
    url: `${base}/users/confirmation?confirmation_token=${token}`,
    why: 'because the email was given for that account',
  };
  return { name, email, subject: 'Confirm your email', content };
}

/** Sends one mail if its recipient may still get it. */
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { findSetting } from '#notifications/notification-settings';
import { sendAccountMail } from './compose/account-mails';
import { sendAdminDigest } from './compose/admin-digest';
import { sendIntegrationMail } from './compose/integration-mails';
import { composeItemMail } from './compose/item-mails';
import { deliverMessage } from './deliver-message';
import type { MailDocument } from './mail.model';
import { oneLine, type Message } from './compose/mail-parts';
import type { MailTransport } from './mail-transport';
import {
  isAccountNotification,
  isAdminNotification,
  isIntegrationNotification,
  isItemNotification,
  isNoteNotification,
  type AccountNotification,
  type AdminNotification,
  type IntegrationNotification,
  type Notification,
} from './notification';
import { composeProjectMail } from './compose/project-mails';
import { composeNoteMail } from './compose/note-mails';
import type { EmailsDeps } from './deps';

/** Sends a mail; returns false if it must not be sent. Throws if the mail server refuses it. */
export async function sendMail(deps: EmailsDeps, transport: MailTransport, mail: MailDocument): Promise<boolean> {
  const { news: notification } = mail;
  if (isAccountNotification(notification)) return sendAccountMail(deps, transport, { ...mail, news: notification });
  if (isIntegrationNotification(notification)) return sendIntegrationMail(deps, transport, notification);
  if (isAdminNotification(notification)) return sendAdminDigest(deps, transport, notification);
  if (await areEmailsDisabled(deps, notification)) return false;
  const { users } = await deps.clients.users.listUserProfiles({ ids: [mail.user_id] });
  const [user] = users;
  const address = user?.state === 'active' ? await addressOf(deps, user) : undefined;
  if (!user || address === undefined) return false;
  const message = await compose(deps, { ...mail, news: notification }, user);
  if (!message) return false;
  await deliverMessage(deps, transport, { name: oneLine(user.name), address }, message);
  return true;
}

/**
 * Whether the project or a group of the notification has disabled mails; checked when sending,
 * because it may change after queueing.
 */
async function areEmailsDisabled(
  { clients }: EmailsDeps,
  { project_id, group_id }: UserMail['news'],
): Promise<boolean> {
  if (project_id !== null) {
    const { projects } = await clients.directory.listProjectProfiles({ ids: [project_id] });
    return projects.some(({ emails_disabled: isDisabled }) => isDisabled);
  }
  const { groups } = await clients.directory.listGroupProfiles({ ids: [group_id ?? 0] });
  return groups.some(({ emails_disabled: isDisabled }) => isDisabled);
}

type UserMail = MailDocument & {
  news: Exclude<Notification, AccountNotification | AdminNotification | IntegrationNotification>;
};

function compose(deps: EmailsDeps, mail: UserMail, user: UserProfile): Promise<Message | null> {
  const { news: notification } = mail;
  if (isNoteNotification(notification)) return composeNoteMail(deps, { ...mail, news: notification }, user);
  return isItemNotification(notification)
    ? composeItemMail(deps, { ...mail, news: notification }, user)
    : composeProjectMail(deps, notification, user);
}

/**
 * The notification email that the user chose, or their primary email; undefined if neither is
 * verified.
 */
async function addressOf(deps: EmailsDeps, { id, email, verified_emails: own }: UserProfile) {
  const preferred = (await findSetting(deps, id, 'global'))?.notification_email;
  return [preferred, email].find((one) => one !== undefined && own.includes(one.toLowerCase()));
}

/** Composes the mail of a notification for one of its recipients, with their current rights. */
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { MailContent } from '@forgemesh/proto/collaboration/v1/mail_content';
import { findSetting } from '#notifications/notification-settings';
import { isItemNotification, isNoteNotification, type MailReason, type Notification } from '../notification';
import type { EmailsDeps } from '../deps';
import { composeItemMail } from './item-mails';
import { composeNoteMail } from './note-mails';
import { composeProjectMail } from './project-mails';

/** A mail and its recipient. */
export interface AddressedMail {
  name: string;
  address: string;
  content: MailContent;
}

/**
 * Composes a mail; null if the user must not be notified: they may not read the object, the object
 * was deleted, they are not active or have no verified email, or mails are disabled.
 */
export async function composeMail(
  deps: EmailsDeps,
  mail: { notification: Notification; user_id: number; reason: MailReason },
): Promise<AddressedMail | null> {
  if (await areEmailsDisabled(deps, mail.notification)) return null;
  const { users } = await deps.clients.users.listUserProfiles({ ids: [mail.user_id] });
  const [user] = users;
  const address = user?.state === 'active' ? await addressOf(deps, user) : undefined;
  if (!user || address === undefined) return null;
  const content = await compose(deps, mail, user);
  return content && { name: user.name, address, content };
}

/**
 * Whether the project or a group of the notification has disabled mails; checked when a mail is
 * sent, because it may change after the notification.
 */
async function areEmailsDisabled(
  { clients }: EmailsDeps,
  { project_id, group_id }: Pick<Notification, 'group_id' | 'project_id'>,
): Promise<boolean> {
  if (project_id !== null) {
    const { projects } = await clients.directory.listProjectProfiles({ ids: [project_id] });
    return projects.some(({ emails_disabled: isDisabled }) => isDisabled);
  }
  const { groups } = await clients.directory.listGroupProfiles({ ids: [group_id ?? 0] });
  return groups.some(({ emails_disabled: isDisabled }) => isDisabled);
}

function compose(
  deps: EmailsDeps,
  { notification, reason }: { notification: Notification; reason: MailReason },
  user: UserProfile,
): Promise<MailContent | null> {
  if (isNoteNotification(notification)) return composeNoteMail(deps, { notification, reason }, user);
  return isItemNotification(notification)
    ? composeItemMail(deps, { notification, reason }, user)
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

/** Sends one mail if its recipient may still get it. */
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { findSetting } from '../notification-settings/change-setting';
import type { Collaboration } from '../../deps';
import { sendAccountMail } from './mails/account-mails';
import { sendIntegrationMail } from './mails/integration-mails';
import { composeItemMail } from './mails/item-mails';
import type { MailDocument } from './mail.model';
import { oneLine, type Message } from './mails/mail-parts';
import type { MailTransport } from './mail-transport';
import {
  isOfAccount,
  isOfIntegration,
  isOfItem,
  isRemark,
  type AccountNews,
  type IntegrationNews,
  type News,
} from './mails/news';
import { composeProjectMail } from './mails/project-mails';
import { composeRemarkMail } from './mails/remark-mails';

/** Sends a mail; returns false if it must not be sent. Throws if the mail server refuses it. */
export async function sendMail(deps: Collaboration, transport: MailTransport, mail: MailDocument): Promise<boolean> {
  const { news } = mail;
  if (isOfAccount(news)) return sendAccountMail(deps, transport, { ...mail, news });
  if (isOfIntegration(news)) return sendIntegrationMail(deps, transport, news);
  if (await areEmailsDisabled(deps, news)) return false;
  const { users } = await deps.clients.users.listUserProfiles({ ids: [mail.user_id] });
  const [user] = users;
  const address = user?.state === 'active' ? await addressOf(deps, user) : undefined;
  if (!user || address === undefined) return false;
  const message = await compose(deps, { ...mail, news }, user);
  if (!message) return false;
  await transport.send({ name: oneLine(user.name), address }, message);
  return true;
}

/**
 * Whether the project or a group of the notification has disabled mails; checked when sending,
 * because it may change after queueing.
 */
async function areEmailsDisabled({ clients }: Collaboration, { project_id, group_id }: Told['news']): Promise<boolean> {
  if (project_id !== null) {
    const { projects } = await clients.directory.listProjectProfiles({ ids: [project_id] });
    return projects.some(({ emails_disabled: isDisabled }) => isDisabled);
  }
  const { groups } = await clients.directory.listGroupProfiles({ ids: [group_id ?? 0] });
  return groups.some(({ emails_disabled: isDisabled }) => isDisabled);
}

type Told = MailDocument & { news: Exclude<News, AccountNews | IntegrationNews> };

function compose(deps: Collaboration, mail: Told, user: UserProfile): Promise<Message | null> {
  const { news } = mail;
  if (isRemark(news)) return composeRemarkMail(deps, { ...mail, news }, user);
  return isOfItem(news) ? composeItemMail(deps, { ...mail, news }, user) : composeProjectMail(deps, news, user);
}

/**
 * The notification email that the user chose, or their primary email; undefined if neither is
 * verified.
 */
async function addressOf(deps: Collaboration, { id, email, verified_emails: own }: UserProfile) {
  const wanted = (await findSetting(deps, id, 'global'))?.notification_email;
  return [wanted, email].find((one) => one !== undefined && own.includes(one.toLowerCase()));
}

/** Sends one mail if its recipient may still get it. */
import { sendAccountMail } from './account-mails';
import { sendAdminDigest } from './admin-digest';
import { deliverMessage } from './deliver-message';
import { sendIntegrationMail } from './integration-mails';
import type { MailDocument } from './mail.model';
import { oneLine } from './mail-parts';
import type { MailTransport } from './mail-transport';
import {
  isAccountNotification,
  isAdminNotification,
  isComposedNotification,
  isIntegrationNotification,
  type ComposedNotification,
} from './notification';
import type { MailDeps } from './deps';

/** Sends a mail; returns false if it must not be sent. Throws if the mail server refuses it. */
export async function sendMail(deps: MailDeps, transport: MailTransport, mail: MailDocument): Promise<boolean> {
  const { news: notification } = mail;
  if (isComposedNotification(notification)) return sendComposedMail(deps, transport, { ...mail, news: notification });
  if (isAccountNotification(notification)) return sendAccountMail(deps, transport, { ...mail, news: notification });
  if (isIntegrationNotification(notification)) return sendIntegrationMail(deps, transport, notification);
  if (isAdminNotification(notification)) return sendAdminDigest(deps, transport, notification);
  throw new Error('the kind of the notification is unknown');
}

/** Rights and settings of the recipient are those at the time of sending. */
async function sendComposedMail(
  deps: MailDeps,
  transport: MailTransport,
  { user_id, reason, news: notification }: MailDocument & { news: ComposedNotification },
): Promise<boolean> {
  const { event_id, kind, at, actor, project_id, group_id, details } = notification;
  const { name, address, content } = await deps.clients.mailContents.composeMail({
    notification: {
      event_id,
      kind,
      at: at.toISOString(),
      actor: actor ?? undefined,
      project_id: project_id ?? undefined,
      group_id: group_id ?? undefined,
      details,
    },
    user_id,
    reason,
  });
  if (!content) return false;
  const to = { name: oneLine(name), address };
  await deliverMessage(deps, transport, to, {
    from_name: content.from_name ?? null,
    subject: content.subject,
    content: {
      lines: content.lines,
      body: content.body ?? null,
      after: content.after,
      url: content.url,
      reason: content.reason,
    },
    message_name: content.message_name,
    ...(content.conversation !== undefined && { conversation: content.conversation }),
    headers: content.headers,
    ...(content.project && { project: content.project }),
  });
  return true;
}

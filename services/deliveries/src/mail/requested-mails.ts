/** Mails that the collaboration service requests, which knows who is notified of what. */
import type { EventEntity } from '@forgemesh/events';
import type { MailNotification } from '@forgemesh/proto/collaboration/v1/mail_content';
import type { ResponseOf } from '@forgemesh/rpc';
import type { MailReason } from './mail.model';
import type { Notification } from './notification';
import { queueMails } from './queue-mails';
import type { MailQueueDeps } from './deps';

/** Kinds whose mails this service composes; an earlier release queued them in collaboration. */
const ownKinds: readonly string[] = [
  'password_reset',
  'email_confirmation',
  'integration_push',
  'integration_pipeline',
  'admin_digest',
];

/** Queues the mails about a notification. Idempotent. */
export async function queueRequestedMails(
  deps: MailQueueDeps,
  { notification, recipients }: EventEntity<'collaboration.notification.requested'>,
): Promise<void> {
  const all = recipients.map(({ user_id, reason }) => ({ user_id, reason: reason as MailReason }));
  await queueMails(deps, notificationOf(notification), all);
}

/** A notification as mails store it. */
export function notificationOf(notification: MailNotification | ResponseOf<MailNotification>): Notification {
  const { event_id, kind, at, actor, project_id, group_id, details } = notification;
  const base = {
    event_id,
    kind,
    at: new Date(at),
    actor: actor ?? null,
    project_id: project_id ?? null,
    group_id: group_id ?? null,
  };
  return ownKinds.includes(kind)
    ? ({ ...base, ...(JSON.parse(details) as object) } as Notification)
    : { ...base, details };
}

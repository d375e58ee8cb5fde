/** Consumers of the events that cause mails; used only if a mail server is configured. */
import type { AnyConsumer, EventConsumer } from '@forgemesh/events';
import {
  type AccountEvent,
  accountEvents,
  type MailDeps,
  queueAccountMail,
  queuePipelineMails,
  queuePushMails,
  queueRequestedMails,
} from '#mail';

const onNotification: EventConsumer<'collaboration.notification.requested', MailDeps> = {
  name: 'deliveries-mails',
  events: ['collaboration.notification.requested'],
  from: 'new',
  handle: (event, deps) => queueRequestedMails(deps, event.data.entity),
};

const onAccountEvent: EventConsumer<AccountEvent, MailDeps> = {
  name: 'deliveries-mails-of-accounts',
  continues: 'collaboration-mails-of-accounts',
  events: accountEvents,
  from: 'new',
  handle: (event, deps) => queueAccountMail(deps, event),
};

const onIntegrationEvent: EventConsumer<'repository.push.received' | 'repository.pipeline.updated', MailDeps> = {
  name: 'deliveries-mails-of-integrations',
  continues: 'collaboration-mails-of-integrations',
  events: ['repository.push.received', 'repository.pipeline.updated'],
  from: 'new',
  handle: (event, deps) =>
    event.type === 'repository.push.received' ? queuePushMails(deps, event) : queuePipelineMails(deps, event),
};

export const mailConsumers: readonly AnyConsumer<MailDeps>[] = [onNotification, onAccountEvent, onIntegrationEvent];

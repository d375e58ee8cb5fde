/**
 * Consumers of the events that users are notified of by mail; used only if a mail server is
 * configured. The event types of a durable consumer never change, so event types added later have
 * consumers of their own.
 */
import type { AnyConsumer, EventConsumer, ForgeEvent } from '@forgemesh/events';
import { accountEvents, queueAccountMail, type AccountEvent } from '../notifications/emails/mails/account-mails';
import { approvalAudiences, itemAudiences, noteAudiences } from '../notifications/emails/item-audiences';
import { queuePipelineMails, queuePushMails } from '../notifications/emails/mails/integration-mails';
import { queueMoveMails, queuePipelineMail, queueRequestedMail } from '../notifications/emails/mails/project-mails';
import { queueMails } from '../notifications/emails/queue-mails';
import { recipientsOf, type Audience } from '../notifications/emails/recipients';
import { isRemarkNote, queueRemarkMails } from '../notifications/emails/mails/remark-mails';
import type { Collaboration } from '../deps';
import { itemEvents, type NoteEventType } from '../notifications/todos/event-todos';

const itemNews = [...itemEvents, 'collaboration.note.created', 'collaboration.note.updated'] as const;

const onItemNews: EventConsumer<(typeof itemNews)[number], Collaboration> = {
  name: 'collaboration-mails',
  events: itemNews,
  from: 'new',
  handle: async (event, deps) =>
    event.type === 'collaboration.note.created' || event.type === 'collaboration.note.updated'
      ? tellOfNote(deps, event)
      : tell(deps, await itemAudiences(deps, event)),
};

async function tellOfNote(deps: Collaboration, event: ForgeEvent<NoteEventType>): Promise<void> {
  const note = await deps.notes.find(Number(event.subject));
  if (!note || note.system) return;
  if (isRemarkNote(note)) await queueRemarkMails(deps, event, note);
  else await tell(deps, await noteAudiences(deps, event, note));
}

const onApprovalNews: EventConsumer<
  'approvals.merge_request.approved' | 'approvals.merge_request.unapproved',
  Collaboration
> = {
  name: 'collaboration-mails-of-approvals',
  events: ['approvals.merge_request.approved', 'approvals.merge_request.unapproved'],
  from: 'new',
  handle: async (event, deps) => tell(deps, await approvalAudiences(deps, event)),
};

const projectNews = [
  'projects.export.completed',
  'projects.export.failed',
  'projects.import.completed',
  'projects.import.failed',
] as const;

const onProjectNews: EventConsumer<(typeof projectNews)[number], Collaboration> = {
  name: 'collaboration-mails-of-projects',
  events: projectNews,
  from: 'new',
  handle: (event, deps) => queueRequestedMail(deps, event),
};

const onMoveNews: EventConsumer<'projects.project.updated', Collaboration> = {
  name: 'collaboration-mails-of-moves',
  events: ['projects.project.updated'],
  from: 'new',
  handle: (event, deps) => queueMoveMails(deps, event),
};

const onPipelineNews: EventConsumer<'repository.pipeline.updated', Collaboration> = {
  name: 'collaboration-mails-of-pipelines',
  events: ['repository.pipeline.updated'],
  from: 'new',
  handle: (event, deps) => queuePipelineMail(deps, event),
};

const onAccountNews: EventConsumer<AccountEvent, Collaboration> = {
  name: 'collaboration-mails-of-accounts',
  events: accountEvents,
  from: 'new',
  handle: (event, deps) => queueAccountMail(deps, event),
};

const onIntegrationNews: EventConsumer<'repository.push.received' | 'repository.pipeline.updated', Collaboration> = {
  name: 'collaboration-mails-of-integrations',
  events: ['repository.push.received', 'repository.pipeline.updated'],
  from: 'new',
  handle: (event, deps) =>
    event.type === 'repository.push.received' ? queuePushMails(deps, event) : queuePipelineMails(deps, event),
};

async function tell(deps: Collaboration, audiences: readonly Audience[]): Promise<void> {
  for (const audience of audiences) await queueMails(deps, audience.news, await recipientsOf(deps, audience));
}

export const onMailOccasions: readonly AnyConsumer<Collaboration>[] = [
  onItemNews,
  onApprovalNews,
  onProjectNews,
  onMoveNews,
  onPipelineNews,
  onAccountNews,
  onIntegrationNews,
];

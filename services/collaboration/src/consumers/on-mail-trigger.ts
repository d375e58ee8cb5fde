/**
 * Consumers of the events that users are notified of by mail; used only if a mail server is
 * configured.
 */
import type { AnyConsumer, EventConsumer, ForgeEvent } from '@forgemesh/events';
import {
  approvalAudiences,
  type Audience,
  type EmailsDeps,
  isOnCommitOrSnippet,
  itemAudiences,
  noteAudiences,
  requestMails,
  queueMoveMails,
  queueNoteMails,
  queuePipelineMail,
  queueRequestedMail,
  recipientsOf,
} from '#notifications/emails';
import { itemEvents, type NoteEventType } from '#notifications/todos';

const itemAndNoteEvents = [...itemEvents, 'collaboration.note.created', 'collaboration.note.updated'] as const;

const onItemEvent: EventConsumer<(typeof itemAndNoteEvents)[number], EmailsDeps> = {
  name: 'collaboration-mails',
  events: itemAndNoteEvents,
  from: 'new',
  handle: async (event, deps) =>
    event.type === 'collaboration.note.created' || event.type === 'collaboration.note.updated'
      ? queueForNote(deps, event)
      : queueForAudiences(deps, await itemAudiences(deps, event)),
};

async function queueForNote(deps: EmailsDeps, event: ForgeEvent<NoteEventType>): Promise<void> {
  const note = await deps.notes.find(Number(event.subject));
  if (!note || note.system) return;
  if (isOnCommitOrSnippet(note)) await queueNoteMails(deps, event, note);
  else await queueForAudiences(deps, await noteAudiences(deps, event, note));
}

const onApprovalEvent: EventConsumer<
  'approvals.merge_request.approved' | 'approvals.merge_request.unapproved',
  EmailsDeps
> = {
  name: 'collaboration-mails-of-approvals',
  events: ['approvals.merge_request.approved', 'approvals.merge_request.unapproved'],
  from: 'new',
  handle: async (event, deps) => queueForAudiences(deps, await approvalAudiences(deps, event)),
};

const projectEvents = [
  'projects.export.completed',
  'projects.export.failed',
  'projects.import.completed',
  'projects.import.failed',
] as const;

const onProjectEvent: EventConsumer<(typeof projectEvents)[number], EmailsDeps> = {
  name: 'collaboration-mails-of-projects',
  events: projectEvents,
  from: 'new',
  handle: (event, deps) => queueRequestedMail(deps, event),
};

const onProjectMoved: EventConsumer<'projects.project.updated', EmailsDeps> = {
  name: 'collaboration-mails-of-moves',
  events: ['projects.project.updated'],
  from: 'new',
  handle: (event, deps) => queueMoveMails(deps, event),
};

const onPipelineEvent: EventConsumer<'repository.pipeline.updated', EmailsDeps> = {
  name: 'collaboration-mails-of-pipelines',
  events: ['repository.pipeline.updated'],
  from: 'new',
  handle: (event, deps) => queuePipelineMail(deps, event),
};

async function queueForAudiences(deps: EmailsDeps, audiences: readonly Audience[]): Promise<void> {
  for (const audience of audiences) await requestMails(deps, audience.notification, await recipientsOf(deps, audience));
}

export const mailConsumers: readonly AnyConsumer<EmailsDeps>[] = [
  onItemEvent,
  onApprovalEvent,
  onProjectEvent,
  onProjectMoved,
  onPipelineEvent,
];

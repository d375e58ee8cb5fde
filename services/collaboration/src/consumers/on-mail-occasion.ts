/** Follows all that users are told of by mail: one consumer for each service that publishes it. They run where there is a mail server. */
import type { EventConsumer } from '@forgemesh/kit';
import { approvalAudiences, itemAudiences } from '../mails/item-audiences';
import { queueProjectMail } from '../mails/project-mails';
import { queueMails } from '../mails/queue-mails';
import { recipientsOf, type Audience } from '../mails/recipients';
import type { Collaboration } from '../service';
import { targetTypes } from '../todos/event-todos';

const onItemNews: EventConsumer<Collaboration> = {
  name: 'collaboration-mails',
  events: [
    ...Object.keys(targetTypes).flatMap((kind) =>
      ['created', 'updated', 'closed', 'reopened'].map((verb) => `collaboration.${kind}.${verb}`),
    ),
    'collaboration.merge_request.merged',
    'collaboration.note.created',
    'collaboration.note.updated',
  ],
  from: 'new',
  handle: async (event, deps) => tell(deps, await itemAudiences(deps, event)),
};

const onApprovalNews: EventConsumer<Collaboration> = {
  name: 'collaboration-mails-of-approvals',
  events: ['approvals.merge_request.approved', 'approvals.merge_request.unapproved'],
  from: 'new',
  handle: async (event, deps) => tell(deps, await approvalAudiences(deps, event)),
};

const onProjectNews: EventConsumer<Collaboration> = {
  name: 'collaboration-mails-of-projects',
  events: ['export', 'import'].flatMap((what) => [`projects.${what}.completed`, `projects.${what}.failed`]),
  from: 'new',
  handle: (event, deps) => queueProjectMail(deps, event),
};

async function tell(deps: Collaboration, audiences: readonly Audience[]): Promise<void> {
  for (const audience of audiences) await queueMails(deps, audience.news, await recipientsOf(deps, audience));
}

export const onMailOccasions = [onItemNews, onApprovalNews, onProjectNews];

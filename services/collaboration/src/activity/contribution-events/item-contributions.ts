/** Contribution events that follow from the bus events of this service. */
import type { ForgeEvent } from '@forgemesh/events';
import type { ContributionAction, ContributionEventDocument } from './contribution-event.model';
import type { NewContribution } from './store-contributions';

const actions: Record<string, ContributionAction> = {
  created: 'created',
  closed: 'closed',
  reopened: 'reopened',
  activated: 'reopened',
  merged: 'merged',
  deleted: 'destroyed',
};

/** The items that have contribution events, with the actions that are recorded. */
const items = {
  issue: { type: 'Issue', area: 'issues', verbs: ['created', 'closed', 'reopened'] },
  merge_request: {
    type: 'MergeRequest',
    area: 'merge_requests',
    verbs: ['created', 'closed', 'reopened', 'merged'],
  },
  milestone: { type: 'Milestone', area: 'milestones', verbs: ['created', 'closed', 'activated', 'deleted'] },
} as const;

const noteAreas: Record<string, ContributionEventDocument['area']> = {
  Issue: 'issues',
  MergeRequest: 'merge_requests',
  Snippet: 'snippets',
  Commit: 'repository',
};

/** Types of the bus events that become contribution events. */
export const itemEventTypes = [
  'collaboration.issue.created',
  'collaboration.issue.closed',
  'collaboration.issue.reopened',
  'collaboration.merge_request.created',
  'collaboration.merge_request.closed',
  'collaboration.merge_request.reopened',
  'collaboration.merge_request.merged',
  'collaboration.milestone.created',
  'collaboration.milestone.closed',
  'collaboration.milestone.activated',
  'collaboration.milestone.deleted',
  'collaboration.note.created',
] as const;

/** The contribution event of a bus event; null if the bus event is not recorded. */
export function contributionOfItem(event: ForgeEvent<(typeof itemEventTypes)[number]>): NewContribution | null {
  if (event.type === 'collaboration.note.created') return contributionOfNote(event);
  const [, kind = '', verb = ''] = event.type.split('.');
  const item = (items as Partial<Record<string, (typeof items)[keyof typeof items]>>)[kind];
  if (!item?.verbs.some((recorded) => recorded === verb)) return null;
  const { project_id, title } = event.data.entity;
  const { type, area } = item;
  const id = Number(event.subject);
  // A promoted milestone is not deleted: the group's milestone replaces it.
  const isReplaced = 'replaced_by_id' in event.data.changes;
  if (!project_id || event.actor === null || isReplaced) return null;
  return {
    ...commonFields(event, event.actor),
    project_id,
    area,
    action: actions[verb] ?? 'updated',
    subject_type: type,
    subject_id: id,
    target_type: type,
    target_id: id,
    ...(type === 'Milestone' && { title }),
  };
}

/** Comments by users on objects of a project. */
function contributionOfNote(event: ForgeEvent<'collaboration.note.created'>): NewContribution | null {
  const { system, type, noteable_type, noteable_id, project_id } = event.data.entity;
  const area = noteAreas[noteable_type];
  if (system || !area || project_id === null || event.actor === null) return null;
  return {
    ...commonFields(event, event.actor),
    project_id,
    area,
    action: 'commented',
    subject_type: noteable_type as NewContribution['subject_type'],
    subject_id: noteable_id ?? 0,
    target_type: type ?? 'Note',
    target_id: Number(event.subject),
  };
}

/** The fields that follow from the envelope of any event. */
export function commonFields({ id, time }: ForgeEvent, authorId: number) {
  return { effect_key: id, author_id: authorId, created_at: new Date(time) };
}

/** Fields of an event without a subject and a target. */
export const NO_TARGET = { subject_type: null, subject_id: null, target_type: null, target_id: null } as const;

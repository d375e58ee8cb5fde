/** Derives notifications about items and their audiences from events of items and notes. */
import type { ForgeEvent } from '@forgemesh/events';
import type { ItemChanges } from '#items/shared';
import { type ItemDocument, itemStore, type ItemType } from '#items/model';
import { mentionsOf, newMentions } from '#texts';
import type { NoteDocument } from '#discussion/notes';
import type { MergeRequestChanges } from '#items/merge-requests';
import { type ItemEventType, type NoteEventType, targetOf, targetTypes } from '#notifications/todos';
import type { ItemDetails, ItemNotificationKind } from './notification';
import type { Audience } from './recipients';
import type { EmailsDeps } from './deps';

type Item = ItemDocument & { project_id?: number; group_id?: number };

type Changes = ItemChanges & MergeRequestChanges;

/** A notification without the fields that all of them share. */
type Part = Partial<Omit<Audience, 'notification'>> & { kind: ItemNotificationKind; facts?: ItemDetails };

/**
 * The audiences of an event, most specific first: a user who belongs to several is notified once.
 */
export async function itemAudiences(deps: EmailsDeps, event: ForgeEvent<ItemEventType>): Promise<Audience[]> {
  const [, kind = '', verb = ''] = event.type.split('.');
  const type = targetTypes[kind];
  if (!type) return [];
  const item = await itemOf(deps, type, Number(event.subject));
  return item ? partsOf(verb, event, item).map((part) => audienceOf(event, { type, item }, part)) : [];
}

/** The audience of an approval or its withdrawal. */
export async function approvalAudiences(
  deps: EmailsDeps,
  event: ForgeEvent<'approvals.merge_request.approved' | 'approvals.merge_request.unapproved'>,
): Promise<Audience[]> {
  const { merge_request_id: id, user_id } = event.data.entity;
  const item = await deps.items.mergeRequests.find(id);
  const kind = event.type.endsWith('unapproved') ? 'unapproved' : 'approved';
  const by = { ...event, actor: event.actor ?? user_id };
  return item ? [audienceOf(by, { type: 'MergeRequest', item }, { kind, isForAll: true })] : [];
}

function itemOf(deps: EmailsDeps, type: ItemType, id: number): Promise<Item | null> {
  return itemStore(deps, type)?.find(id) as Promise<Item | null>;
}

function partsOf(verb: string, event: ForgeEvent<ItemEventType>, item: Item): Part[] {
  const changes: Changes = event.data.changes;
  if (verb === 'created') {
    const mentions = [mentionsOf(item.title), mentionsOf(item.description)];
    return [{ kind: 'created', isForAll: true, mentions, label_ids: item.label_ids }];
  }
  if (verb === 'closed' || verb === 'reopened' || verb === 'merged') {
    const { via, cause } = changes;
    return [{ kind: verb, isForAll: true, facts: { ...(via !== undefined && { via }), ...(cause && { cause }) } }];
  }
  return changedParts(changes);
}

function changedParts(changes: Changes): Part[] {
  const { assignee_ids: assignees, reviewer_ids: reviewers, label_ids: labels, title, description, pushed } = changes;
  const mentions = [
    ...(title ? [newMentions(title.from, title.to)] : []),
    ...(description?.mentioned ? [description.mentioned] : []),
  ];
  const added = labels?.to.filter((id) => !labels.from.includes(id)) ?? [];
  return [
    ...(assignees ? [{ kind: 'reassigned' as const, isForAll: true, former: assignees.from, facts: assignees }] : []),
    ...(reviewers
      ? [{ kind: 'reviewers_changed' as const, isForAll: true, former: reviewers.from, facts: reviewers }]
      : []),
    ...(changes.review_requested_ids
      ? [{ kind: 'review_requested' as const, named: changes.review_requested_ids }]
      : []),
    ...(pushed ? [{ kind: 'pushed' as const, isForAll: true, facts: { commits: pushed.commits } }] : []),
    ...(mentions.length > 0 ? [{ kind: 'mentioned' as const, mentions }] : []),
    ...(added.length > 0 ? [{ kind: 'labelled' as const, label_ids: added, facts: { label_ids: added } }] : []),
  ];
}

/**
 * The audience of a note. System notes are not notified: the events of the changes are. A changed
 * note only notifies newly mentioned users.
 */
export async function noteAudiences(
  deps: EmailsDeps,
  event: ForgeEvent<NoteEventType>,
  note: NoteDocument,
): Promise<Audience[]> {
  if (note.noteable_type === 'Snippet' || note.noteable_type === 'Commit') return [];
  const type = note.noteable_type;
  const item = await itemOf(deps, type, note.noteable_id);
  const isNew = event.type === 'collaboration.note.created';
  const mentioned = isNew ? mentionsOf(note.body) : event.data.changes.mentioned;
  const mentions = mentioned ? [mentioned] : [];
  if (!item || (!isNew && mentions.length === 0)) return [];
  const audience = audienceOf(event, { type, item }, { kind: 'noted', isForAll: isNew, mentions });
  return [{ ...audience, notification: { ...audience.notification, note_id: note._id } }];
}

function audienceOf(
  { id: event_id, actor, time }: ForgeEvent,
  { type, item }: { type: ItemType; item: Item },
  { kind, facts = {}, isForAll = false, mentions = [], former = [], label_ids = [], named = [] }: Part,
): Audience {
  const { project_id, group_id } = targetOf(type, item);
  const about = { target_type: type, target_id: item._id, project_id, group_id, note_id: null };
  return {
    notification: { event_id, kind, actor, at: new Date(time), ...about, facts },
    isForAll,
    mentions,
    former,
    label_ids,
    named,
  };
}

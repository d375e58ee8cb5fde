import type { EventConsumer, ForgeEvent } from '@forgemesh/events';
import { mentionsOf } from '#texts';
import { type MergeRequestChangesDeps, refreshApprovers } from '#items/merge-requests';
import {
  addObstacleTodos,
  addTodosOfNewItem,
  hasNewTodos,
  isResolving,
  itemEvents,
  type ItemEventType,
  type NoteEventType,
  type Resolution,
  resolutionsOf,
  resolveAllTodos,
  resolveForActor,
  targetOf,
  targetTypes,
  type TodosDeps,
  updateTodosOfChangedItem,
  updateTodosOfNote,
} from '#notifications/todos';
import type { ItemType, ModelDeps } from '#items/model';

const events = [
  ...itemEvents,
  'collaboration.note.created',
  'collaboration.note.updated',
  'collaboration.award_emoji.created',
] as const;

/**
 * Creates the todos that follow from events of items and notes, and resolves those of the acting
 * user. One consumer handles both, to keep them in order.
 */
export const onTodoTrigger: EventConsumer<(typeof events)[number], TodosDeps & MergeRequestChangesDeps> = {
  name: 'collaboration-todos',
  events,
  from: 'new',
  acrossRequests: true,
  maxEvents: 50,
  async handleAll(all, deps) {
    let resolutions: Resolution[] = [];
    for (const event of all) {
      const found = resolutionsOnly(event);
      if (found) {
        resolutions.push(...found);
        continue;
      }
      await resolveAllTodos(deps, resolutions);
      resolutions = [];
      await handleEvent(event, deps);
    }
    await resolveAllTodos(deps, resolutions);
  },
};

type TodoEvent = ForgeEvent<(typeof events)[number]>;

/**
 * The effects of an event that only resolves todos of the acting user, like most, or has no effect:
 * then nothing has to be read. Null for all other events.
 */
function resolutionsOnly(event: TodoEvent): Resolution[] | null {
  if (event.type === 'collaboration.award_emoji.created') return null;
  if (event.type === 'collaboration.note.created' || event.type === 'collaboration.note.updated') {
    const { system, noteable_type: type, noteable_id: id } = event.data.entity;
    if (system || type === 'Snippet' || type === 'Commit' || id === null) return [];
    return mentionsInNote(event) ? null : resolutionsOf(event, { target_type: type as ItemType, target_id: id });
  }
  const [, kind = '', verb] = event.type.split('.');
  const type = targetTypes[kind];
  if (!type) return [];
  if (verb === 'created') return concernsNobody(event) ? [] : null;
  if (hasNewTodos(event)) return null;
  return isResolving(event) ? resolutionsOf(event, { target_type: type, target_id: Number(event.subject) }) : [];
}

/** Whether a note mentions anybody. */
function mentionsInNote(event: ForgeEvent<NoteEventType>): boolean {
  const isNew = event.type === 'collaboration.note.created';
  const mentions = isNew ? mentionsOf(event.data.entity.body) : event.data.changes.mentioned;
  return mentions !== undefined && mentions.direct.length + mentions.others.length > 0;
}

async function handleEvent(event: TodoEvent, deps: TodosDeps & MergeRequestChangesDeps): Promise<void> {
  if (event.type === 'collaboration.note.created' || event.type === 'collaboration.note.updated')
    return handleNote(event, deps);
  if (event.type === 'collaboration.award_emoji.created') return handleAward(event, deps);
  const [, kind = '', verb] = event.type.split('.');
  const type = targetTypes[kind];
  const item = type && (await itemOf(deps, type, Number(event.subject)));
  if (!item) return;
  const target = targetOf(type, item);
  if (verb === 'created') await addTodosOfNewItem(deps, event, target, item);
  else await updateTodosOfChangedItem(deps, event, target);
  if (isOfMergeRequest(event)) await handleMergeRequest(event, deps);
}

/**
 * Whether a new item concerns nobody, like most: then nothing has to be read. Later changes have
 * events of their own.
 */
function concernsNobody({ data: { entity, changes } }: ForgeEvent<ItemEventType>): boolean {
  const mentions = [entity.title, entity.description].map((text) => mentionsOf(text ?? null));
  const hasAssignees = 'assignees' in entity && entity.assignees.length > 0;
  // Events of earlier releases have no reviewers.
  const hasReviewers = 'reviewers' in entity && entity.reviewers.length > 0;
  return (
    !hasAssignees &&
    !hasReviewers &&
    mentions.every(({ direct, others }) => direct.length + others.length === 0) &&
    !('unmergeable' in changes && changes.unmergeable)
  );
}

type MergeRequestEventType = Extract<ItemEventType, `collaboration.merge_request.${string}`>;

function isOfMergeRequest(event: ForgeEvent<ItemEventType>): event is ForgeEvent<MergeRequestEventType> {
  return event.type.startsWith('collaboration.merge_request.');
}

/** Todos that only merge requests have. */
async function handleMergeRequest(
  event: ForgeEvent<MergeRequestEventType>,
  deps: TodosDeps & MergeRequestChangesDeps,
): Promise<void> {
  const { unmergeable, target_branch: target } = event.data.changes;
  const request = await deps.items.mergeRequests.find(Number(event.subject));
  if (request?.state === 'opened' && unmergeable) await addObstacleTodos(deps, event, request, 'unmergeable');
  // Approval rules may apply to some branches only.
  if (request && target !== undefined) await refreshApprovers(deps, request._id);
}

function itemOf({ items: { issues, mergeRequests, epics } }: ModelDeps, type: ItemType, id: number) {
  const stores = { Issue: issues, MergeRequest: mergeRequests, Epic: epics };
  return stores[type].find(id);
}

/** Creates the todos of a note. System notes and notes on snippets and commits create none. */
async function handleNote(event: ForgeEvent<NoteEventType>, deps: TodosDeps): Promise<void> {
  const note = await deps.notes.find(Number(event.subject));
  if (!note || note.system) return;
  const type = note.noteable_type;
  if (type === 'Snippet' || type === 'Commit') return;
  const item = await itemOf(deps, type, note.noteable_id);
  if (item) await updateTodosOfNote(deps, event, targetOf(type, item), note);
}

/** Resolves the todos of a user about an item when they react to it or to a note on it. */
async function handleAward(event: ForgeEvent<'collaboration.award_emoji.created'>, deps: TodosDeps): Promise<void> {
  const award = event.data.entity;
  const note = award.awardable_type === 'Note' ? await deps.notes.find(award.awardable_id) : null;
  const type = note?.noteable_type ?? award.awardable_type;
  if (type === 'Snippet' || type === 'Commit' || type === 'Note') return;
  const item = await itemOf(deps, type, note?.noteable_id ?? award.awardable_id);
  if (item) await resolveForActor(deps, event, targetOf(type, item));
}

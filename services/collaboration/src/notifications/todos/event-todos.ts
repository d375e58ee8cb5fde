/** The todos that events create and resolve. */
import type { ForgeEvent } from '@forgemesh/events';
import type { MergeRequestChanges } from '#items/merge-requests';
import type { Changed, ItemChanges } from '#items/shared';
import type { ItemDocument, ItemType } from '#items/model';
import { type Mentions, mentionsOf, newMentions } from '#texts';
import { addTodo, type TodoTarget } from './add-todos';
import { resolveAllTodos, type Resolution } from './resolve-todos';
import { readersOf } from './todo-readers';
import type { TodosDeps } from './deps';

/** The parts of an event that todos use. */
interface TodoTrigger {
  event: ForgeEvent;
  target: TodoTarget;
  note_id: number | null;
}

/** The reasons for todos about items. */
type TodoAction = 'assigned' | 'review_requested' | 'directly_addressed' | 'mentioned';

/** The parts of an item that todos use. */
type TodoItem = Pick<ItemDocument, '_id' | 'title' | 'description'> & {
  project_id?: number;
  group_id?: number;
  assignee_ids?: number[];
  reviewer_ids?: number[];
};

/** Changes of a target that resolve the acting user's todos about it. */
const resolvingChanges = [
  ...(['title', 'description', 'assignee_ids', 'label_ids', 'milestone_id', 'target_branch', 'state'] as const),
  ...(['reviewer_ids', 'review', 'review_requested_ids'] as const),
];

/** Types of items by their name in event types. */
export const targetTypes: Record<string, ItemType> = { issue: 'Issue', merge_request: 'MergeRequest', epic: 'Epic' };

/** Events of items that users are notified of. */
export const itemEvents = [
  'collaboration.issue.created',
  'collaboration.issue.updated',
  'collaboration.issue.closed',
  'collaboration.issue.reopened',
  'collaboration.merge_request.created',
  'collaboration.merge_request.updated',
  'collaboration.merge_request.closed',
  'collaboration.merge_request.reopened',
  'collaboration.epic.created',
  'collaboration.epic.updated',
  'collaboration.epic.closed',
  'collaboration.epic.reopened',
  'collaboration.merge_request.merged',
] as const;

export type ItemEventType = (typeof itemEvents)[number];
export type NoteEventType = 'collaboration.note.created' | 'collaboration.note.updated';

/** The target of todos about an item. */
export function targetOf(type: ItemType, item: Omit<TodoItem, 'title' | 'description'>): TodoTarget {
  return {
    target_type: type,
    target_id: item._id,
    project_id: item.project_id ?? null,
    group_id: type === 'Epic' ? (item.group_id ?? null) : null,
  };
}

/** Creates todos for the assignees and reviewers of a new item and the users it mentions. */
export async function addTodosOfNewItem(deps: TodosDeps, event: ForgeEvent, target: TodoTarget, item: TodoItem) {
  const { title, description, assignee_ids: assignees = [], reviewer_ids: reviewers = [] } = item;
  const trigger = { event, target, note_id: null };
  await addForUsers(deps, trigger, assignees, 'assigned');
  await addForUsers(deps, trigger, reviewers, 'review_requested');
  await addMentioned(deps, trigger, [mentionsOf(title), mentionsOf(description)]);
}

/**
 * Creates todos for new assignees, reviewers and newly mentioned users of a changed item, and
 * resolves those of the acting user.
 */
export async function updateTodosOfChangedItem(
  deps: TodosDeps,
  event: ForgeEvent<ItemEventType>,
  target: TodoTarget,
): Promise<void> {
  const changes: ItemChanges & MergeRequestChanges = event.data.changes;
  const { assignee_ids: assignees, reviewer_ids: reviewers } = changes;
  const trigger = { event, target, note_id: null };
  if (isResolving(event)) await resolveForActor(deps, event, target);
  if (assignees) await addForUsers(deps, trigger, addedIn(assignees), 'assigned');
  if (reviewers) await addForUsers(deps, trigger, addedIn(reviewers), 'review_requested');
  await addForUsers(deps, trigger, changes.review_requested_ids ?? [], 'review_requested');
  await addMentioned(deps, trigger, mentionsIn(changes));
}

/** Whether a changed item may have new todos, or is a merge request that has to be looked at. */
export function hasNewTodos({ data }: ForgeEvent<ItemEventType>): boolean {
  const changes: ItemChanges & MergeRequestChanges = data.changes;
  const { assignee_ids, reviewer_ids, target_branch, unmergeable } = changes;
  const isForReviewers = reviewer_ids !== undefined || changes.review_requested_ids !== undefined;
  const isForNamedUsers = assignee_ids !== undefined || isForReviewers;
  if (isForNamedUsers || target_branch !== undefined || unmergeable) return true;
  return mentionsIn(changes).some(({ direct, others }) => direct.length + others.length > 0);
}

/** Whether a change resolves the acting user's todos about the item. */
export function isResolving({ data }: ForgeEvent<ItemEventType>): boolean {
  const changes: ItemChanges & MergeRequestChanges = data.changes;
  return resolvingChanges.some((name) => changes[name] !== undefined);
}

/** The users that changed texts mention. */
function mentionsIn({ title, description }: Pick<ItemChanges, 'title' | 'description'>): Mentions[] {
  return [
    ...(title ? [newMentions(title.from, title.to)] : []),
    ...(description?.mentioned ? [description.mentioned] : []),
  ];
}

/** Creates todos for the users that a note mentions, and resolves those of its author. */
export async function updateTodosOfNote(
  deps: TodosDeps,
  event: ForgeEvent<NoteEventType>,
  target: TodoTarget,
  note: { _id: number; body: string },
): Promise<void> {
  await resolveForActor(deps, event, target);
  const isNew = event.type === 'collaboration.note.created';
  const mentions = isNew ? mentionsOf(note.body) : event.data.changes.mentioned;
  if (mentions) await addMentioned(deps, { event, target, note_id: note._id }, [mentions]);
}

/** Resolves the todos of the acting user about a target. */
export async function resolveForActor(deps: TodosDeps, event: ForgeEvent, target: TodoTarget): Promise<void> {
  await resolveAllTodos(deps, resolutionsOf(event, target));
}

/** The todos of the acting user about a target, which an event resolves. */
export function resolutionsOf(
  { actor, time }: ForgeEvent,
  { target_type, target_id }: Pick<TodoTarget, 'target_type' | 'target_id'>,
): Resolution[] {
  return actor === null ? [] : [{ user_id: actor, target_type, target_id, before: new Date(time) }];
}

function addedIn({ from, to }: Changed<number[]>): number[] {
  return to.filter((id) => !from.includes(id));
}

async function addForUsers(
  deps: TodosDeps,
  trigger: TodoTrigger,
  userIds: readonly number[],
  action: TodoAction,
): Promise<void> {
  for (const id of userIds) await add(deps, trigger, id, action);
}

/**
 * Creates one todo for each mentioned user; if several texts mention a user, a direct mention takes
 * precedence.
 */
async function addMentioned(deps: TodosDeps, trigger: TodoTrigger, mentions: readonly Mentions[]): Promise<void> {
  const direct = new Set(mentions.flatMap((one) => one.direct));
  const usernames = [...new Set([...direct, ...mentions.flatMap((one) => one.others)])];
  if (usernames.length === 0) return;
  const { users } = await deps.clients.users.listUserProfiles({ usernames });
  for (const { id, username } of await readersOf(deps, trigger.target, users))
    await add(deps, trigger, id, direct.has(username.toLowerCase()) ? 'directly_addressed' : 'mentioned');
}

async function add(
  deps: TodosDeps,
  { event, target, note_id }: TodoTrigger,
  userId: number,
  action: TodoAction,
): Promise<void> {
  await addTodo(deps, {
    ...target,
    user_id: userId,
    action,
    note_id,
    author_id: event.actor ?? userId,
    at: new Date(event.time),
    event_id: event.id,
  });
}

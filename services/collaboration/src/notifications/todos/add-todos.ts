/** Creates todos: at most one pending todo per user and target. */
import { isDuplicateKey } from '@forgemesh/data';
import type { TodoDocument } from './todo.model';
import type { TodosDeps } from './deps';

/** The target of a todo. */
export type TodoTarget = Pick<TodoDocument, 'target_type' | 'target_id' | 'project_id' | 'group_id'>;

/** A todo to create. */
export interface NewTodo extends TodoTarget {
  user_id: number;
  action: TodoDocument['action'];
  author_id: number;
  note_id: number | null;
  at: Date;
  /** Id of the event that causes it, so that it is created once. */
  event_id?: string;
  operation_id?: string | undefined;
}

/**
 * Creates a todo; null if the user has a pending one for the same target, or the event created one
 * before.
 */
export async function addTodo(
  { todos }: TodosDeps,
  { at, event_id: eventId, operation_id: operationId, ...todo }: NewTodo,
): Promise<TodoDocument | null> {
  const effectKey = eventId === undefined ? undefined : `${eventId}/${todo.user_id}`;
  if (effectKey !== undefined && (await todos.model.exists({ effect_key: effectKey }))) return null;
  try {
    return await todos.insert(
      {
        _id: await todos.nextId(),
        ...todo,
        commit_id: null,
        state: 'pending',
        pending_key: pendingKeyOf(todo),
        ...(effectKey !== undefined && { effect_key: effectKey }),
        ...(operationId !== undefined && { operation_id: operationId }),
        created_at: at,
        updated_at: at,
      },
      [{ type: 'collaboration.todo.created', actor: todo.author_id }],
    );
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** Marks the todos of a user about a target as done that were created before a time. */
export async function resolveTodos(
  { todos }: TodosDeps,
  userId: number,
  { target_type, target_id }: TodoTarget,
  before: Date,
): Promise<void> {
  await todos.model.updateMany(
    { user_id: userId, target_type, target_id, state: 'pending', created_at: { $lt: before } },
    doneUpdate(),
  );
}

/** The update that marks a todo as done. */
export function doneUpdate() {
  return { $set: { state: 'done', updated_at: new Date() }, $unset: { pending_key: 1 }, $inc: { version: 1 } } as const;
}

/** The update that makes a todo pending again. */
export function pendingUpdate(todo: PendingKeyFields) {
  return {
    $set: { state: 'pending', pending_key: pendingKeyOf(todo), updated_at: new Date() },
    $inc: { version: 1 },
  } as const;
}

type PendingKeyFields = Pick<TodoDocument, 'user_id' | 'target_type' | 'target_id'>;

function pendingKeyOf({ user_id: userId, target_type: type, target_id: targetId }: PendingKeyFields): string {
  return `${userId}/${type}/${targetId}`;
}

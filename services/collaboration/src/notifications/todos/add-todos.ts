/** Makes todos: at most one that waits for a user and target. */
import { isDuplicateKey } from '@forgemesh/data';
import type { Collaboration } from '../../deps';
import type { TodoDocument } from './todo.model';

/** What a todo is about. */
export type TodoTarget = Pick<TodoDocument, 'target_type' | 'target_id' | 'project_id' | 'group_id'>;

/** A todo to make. */
export interface NewTodo extends TodoTarget {
  user_id: number;
  action: TodoDocument['action'];
  author_id: number;
  note_id: number | null;
  at: Date;
  /** Id of the event that it comes from, so that it comes once. */
  event_id?: string;
  operation_id?: string | undefined;
}

/**
 * Makes a todo; null where one about the same waits for the user already, or the event made one
 * before.
 */
export async function addTodo(
  { todos }: Collaboration,
  { at, event_id: eventId, operation_id: operationId, ...todo }: NewTodo,
): Promise<TodoDocument | null> {
  const effectKey = eventId === undefined ? undefined : `${eventId}/${todo.user_id}`;
  if (effectKey !== undefined && (await todos.model.exists({ effect_key: effectKey }))) return null;
  try {
    return await todos.insert({
      _id: await todos.nextId(),
      ...todo,
      commit_id: null,
      state: 'pending',
      pending_key: `${todo.user_id}/${todo.target_type}/${todo.target_id}`,
      ...(effectKey !== undefined && { effect_key: effectKey }),
      ...(operationId !== undefined && { operation_id: operationId }),
      ...{ created_at: at, updated_at: at },
    });
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** Whatever waited for a user about a target before a moment is done. */
export async function resolveTodos(
  { todos }: Collaboration,
  userId: number,
  { target_type, target_id }: TodoTarget,
  before: Date,
): Promise<void> {
  await todos.model.updateMany(
    { user_id: userId, target_type, target_id, state: 'pending', created_at: { $lt: before } },
    done(),
  );
}

/** The update that makes a todo done. */
export function done() {
  return { $set: { state: 'done', updated_at: new Date() }, $unset: { pending_key: 1 }, $inc: { version: 1 } } as const;
}

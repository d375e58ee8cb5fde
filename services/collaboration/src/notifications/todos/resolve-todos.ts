/** Marks todos of users about targets as done. */
import { retryWriteConflicts } from '@forgemesh/data';
import { doneUpdate, type TodoTarget } from './add-todos';
import type { TodosDeps } from './deps';

/** The todos of a user about a target that were created before a time. */
export interface Resolution extends Pick<TodoTarget, 'target_type' | 'target_id'> {
  user_id: number;
  before: Date;
}

/** Marks todos as done, in one command. */
export async function resolveAllTodos({ todos }: TodosDeps, resolutions: readonly Resolution[]): Promise<void> {
  if (resolutions.length === 0) return;
  const newest = new Map<string, Resolution>();
  for (const resolution of resolutions) {
    const key = `${resolution.user_id}/${resolution.target_type}/${resolution.target_id}`;
    const other = newest.get(key);
    if (!other || other.before < resolution.before) newest.set(key, resolution);
  }
  // All writers of the same documents use the same order, so that they cannot deadlock.
  const inOrder = [...newest].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const updates = inOrder.map(([, { before, ...about }]) => ({
    updateMany: { filter: { ...about, state: 'pending' as const, created_at: { $lt: before } }, update: doneUpdate() },
  }));
  await retryWriteConflicts(() => todos.model.bulkWrite(updates, { ordered: false }));
}

import type { EventConsumer } from '@forgemesh/events';
import { isOwnerDeleted, ownedBy, ownerDeletions, type OwnerDeletion } from './owner-deletion';
import type { DeletionsDeps } from './deps';

/** Removes the todos of a deleted project or group. */
export const onTodoOwnerDeleted: EventConsumer<OwnerDeletion, DeletionsDeps> = {
  name: 'collaboration-todos-of-removed',
  events: ownerDeletions,
  from: 'all',
  isDeleted: isOwnerDeleted,
  async handle(event, { todos }) {
    await todos.model.deleteMany(ownedBy(event));
  },
};

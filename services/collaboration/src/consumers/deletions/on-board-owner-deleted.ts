import type { EventConsumer } from '@forgemesh/events';
import { isOwnerDeleted, ownedBy, ownerDeletions, type OwnerDeletion } from './owner-deletion';
import type { DeletionsDeps } from './deps';

/** Removes the boards of a deleted project or group. */
export const onBoardOwnerDeleted: EventConsumer<OwnerDeletion, DeletionsDeps> = {
  name: 'collaboration-boards-of-removed',
  events: ownerDeletions,
  from: 'all',
  isDeleted: isOwnerDeleted,
  async handle(event, { boards }) {
    await boards.model.deleteMany(ownedBy(event));
  },
};

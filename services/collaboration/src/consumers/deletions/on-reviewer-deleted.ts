import type { EventConsumer } from '@forgemesh/events';
import { isUserDeleted } from './on-user-deleted';
import type { ReviewDeletionDeps } from './deps';

/** Removes the draft notes of a deleted user, and their marks for viewed files. */
export const onReviewerDeleted: EventConsumer<'identity.user.deleted', ReviewDeletionDeps> = {
  name: 'collaboration-reviews-of-deleted-users',
  events: ['identity.user.deleted'],
  from: 'all',
  isDeleted: isUserDeleted,
  async handle({ subject }, { draftNotes, viewedFiles }) {
    const userId = Number(subject);
    await draftNotes.model.deleteMany({ author_id: userId });
    await viewedFiles.model.deleteMany({ user_id: userId });
  },
};

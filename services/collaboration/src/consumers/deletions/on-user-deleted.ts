import { forEachMatching, isDuplicateKey, removeAll } from '@forgemesh/data';
import type { EventConsumer, ForgeEvent } from '@forgemesh/events';
import { recordDeletedOwners } from '#activity/contribution-events';
import type { AwardEmojiDeps, AwardEmojiDocument } from '#discussion/award-emoji';
import { removeFromBoards } from '#planning/boards';
import { changeAll } from '#queries';
import type { UserDeletionDeps } from './deps';

/**
 * Reassigns the content of a deleted user to the ghost user, or removes it. Removes the user's
 * assignments, todos, mails and notification settings.
 */
export const onUserDeleted: EventConsumer<'identity.user.deleted', UserDeletionDeps> = {
  name: 'collaboration-deleted-users',
  events: ['identity.user.deleted'],
  from: 'all',
  isDeleted: isUserDeleted,
  async handle({ subject, actor, data }, deps) {
    const userId = Number(subject);
    const { ghost_user_id: ghostId } = data.changes;
    await recordDeletedOwners(deps.deletedOwners, 'user', [userId]);
    await deps.todos.model.deleteMany({ user_id: userId });
    await deps.formerMails.deleteMany({ user_id: userId });
    await deps.notificationSettings.model.deleteMany({ user_id: userId });
    const unassign = { $pull: { assignee_ids: userId } };
    await changeAll(deps.items.issues.model, { assignee_ids: userId }, unassign);
    await changeAll(deps.items.mergeRequests.model, { assignee_ids: userId }, unassign);
    await changeAll(
      deps.items.mergeRequests.model,
      { reviewer_ids: userId },
      {
        $pull: { reviewer_ids: userId, reviews: { user_id: userId } },
      },
    );
    await removeFromBoards(deps, 'assignee_id', userId);
    if (ghostId) await reassign(deps, userId, ghostId);
    else await removeContent(deps, userId, actor);
  },
};

/** Whether the user of an event is really deleted. */
export async function isUserDeleted(
  { subject }: ForgeEvent<'identity.user.deleted'>,
  { clients }: Pick<UserDeletionDeps, 'clients'>,
): Promise<boolean> {
  const { users } = await clients.users.listUserProfiles({ ids: [Number(subject)] });
  return users.length === 0;
}

async function reassign(deps: UserDeletionDeps, from: number, to: number): Promise<void> {
  const [written, rewritten] = [{ author_id: from }, { $set: { author_id: to } }];
  await changeAll(deps.items.issues.model, written, rewritten);
  await changeAll(deps.items.mergeRequests.model, written, rewritten);
  await changeAll(deps.items.epics.model, written, rewritten);
  await changeAll(deps.notes.model, written, rewritten);
  await changeAll(deps.todos.model, written, rewritten);
  await deps.resourceEvents.updateMany({ user_id: from }, { $set: { user_id: to } });
  await deps.contributionEvents.updateMany(written, rewritten);
  await forEachMatching(deps.awardEmoji.model, { user_id: from }, (award) => reassignAward(deps, award, to));
}

/**
 * If the ghost user already has the same reaction, the reaction is removed instead, because
 * reactions are unique per user.
 */
async function reassignAward(
  { awardEmoji }: Pick<AwardEmojiDeps, 'awardEmoji'>,
  award: AwardEmojiDocument,
  to: number,
): Promise<void> {
  try {
    await awardEmoji.mutate(award._id, () => ({ set: { user_id: to } }));
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await awardEmoji.remove(award, { type: 'collaboration.award_emoji.deleted', actor: null });
  }
}

/**
 * Removes the user's items, notes and reactions. The events of the removal remove the related data.
 */
async function removeContent(deps: UserDeletionDeps, userId: number, actor: number | null): Promise<void> {
  const written = { author_id: userId };
  await removeAll(deps.items.issues, written, { type: 'collaboration.issue.deleted', actor });
  await removeAll(deps.items.mergeRequests, written, { type: 'collaboration.merge_request.deleted', actor });
  await removeAll(deps.items.epics, written, { type: 'collaboration.epic.deleted', actor });
  await removeAll(deps.notes, written, { type: 'collaboration.note.deleted', actor });
  await removeAll(deps.awardEmoji, { user_id: userId }, { type: 'collaboration.award_emoji.deleted', actor });
  await deps.todos.model.deleteMany(written);
  await deps.contributionEvents.deleteMany(written);
  // The user's changes to items of others stay, without their name.
  await deps.resourceEvents.updateMany({ user_id: userId }, { $set: { user_id: null } });
}

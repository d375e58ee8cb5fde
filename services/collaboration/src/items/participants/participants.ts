/** Participants of items. */
import { pageRows, type PageRequest } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { UserBrief } from '@forgemesh/proto/collaboration/v1/common';
import { presentUser } from '#clients';
import type { ItemType, ProjectItemDocument } from '#items/model';
import type { SharedDeps } from '#items/shared';

type ParticipatedItem = Pick<ProjectItemDocument, '_id' | 'author_id'> &
  Partial<Pick<ProjectItemDocument, 'assignee_ids'>> & { reviewer_ids?: number[] };

/**
 * Ids of the participants: the author, then the assignees and reviewers, then the authors of notes.
 */
export async function participantIds(
  { itemNotes }: Pick<SharedDeps, 'itemNotes'>,
  type: ItemType,
  item: ParticipatedItem,
): Promise<number[]> {
  const writers = await itemNotes.listAuthors(type, item._id);
  return [...new Set([item.author_id, ...(item.assignee_ids ?? []), ...(item.reviewer_ids ?? []), ...writers])];
}

/** A page of the participants. */
export async function listParticipants(
  call: Call<SharedDeps>,
  type: ItemType,
  item: ParticipatedItem,
  request: PageRequest,
): Promise<{ users: ResponseOf<UserBrief>[] }> {
  const ids = await participantIds(call.deps, type, item);
  const users = await call.deps.display.users.find(ids);
  const present = ids.flatMap((id) => presentUser(users.get(id)) ?? []);
  return { users: pageRows(call, present, request) };
}

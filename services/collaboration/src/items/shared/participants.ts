/** Participants of items. */
import { pageRows, type PageRequest } from '@forgemesh/data';
import type { ResponseOf } from '@forgemesh/rpc';
import type { UserBrief } from '@forgemesh/proto/collaboration/v1/common';
import { presentUser } from '#clients/display';
import type { NoteableType } from '#discussion/notes/note.model';
import type { CollaborationCall } from '#operation';
import type { Collaboration } from '#deps';
import type { ProjectItemDocument } from './item.model';

type ParticipatedItem = Pick<ProjectItemDocument, '_id' | 'author_id'> &
  Partial<Pick<ProjectItemDocument, 'assignee_ids'>> & { reviewer_ids?: number[] };

/**
 * Ids of the participants: the author, then the assignees and reviewers, then the authors of notes.
 */
export async function participantIds(
  { notes }: Collaboration,
  type: NoteableType,
  item: ParticipatedItem,
): Promise<number[]> {
  const written = { noteable_type: type, noteable_id: item._id, system: false };
  const writers = await notes.model.find(written).distinct('author_id');
  return [...new Set([item.author_id, ...(item.assignee_ids ?? []), ...(item.reviewer_ids ?? []), ...writers])];
}

/** A page of the participants. */
export async function listParticipants(
  call: CollaborationCall,
  type: NoteableType,
  item: ParticipatedItem,
  request: PageRequest,
): Promise<{ users: ResponseOf<UserBrief>[] }> {
  const ids = await participantIds(call.deps, type, item);
  const users = await call.deps.display.users.find(ids);
  const present = ids.flatMap((id) => presentUser(users.get(id)) ?? []);
  return { users: pageRows(call, present, request) };
}

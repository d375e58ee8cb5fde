/** Presents discussions in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Discussion } from '@forgemesh/proto/collaboration/v1/discussion';
import { type NoteDocument, presentNotes, type WrittenNote } from '#discussion/notes';
import type { Noteable } from '#items/shared';
import type { DiscussionsDeps } from './deps';

/** Groups notes on a target into discussions, ordered by their first notes. */
export async function presentDiscussions(
  deps: DiscussionsDeps,
  notes: readonly NoteDocument[],
  { iid }: Noteable,
): Promise<ResponseOf<Discussion>[]> {
  const entities = await presentNotes(deps, notes, iid);
  const discussions = new Map<string, ResponseOf<Discussion>>();
  for (const [index, { discussion_id: id, type }] of notes.entries()) {
    const discussion = discussions.get(id) ?? { id, individual_note: type === null, notes: [] };
    discussion.notes.push(...entities.slice(index, index + 1));
    discussions.set(id, discussion);
  }
  return [...discussions.values()];
}

/** Presents one discussion from all its notes. */
export async function presentDiscussion(
  deps: DiscussionsDeps,
  notes: readonly NoteDocument[],
  target: Noteable,
): Promise<ResponseOf<Discussion>> {
  return (await presentDiscussions(deps, notes, target))[0] as ResponseOf<Discussion>;
}

/** Presents a discussion that a new note started. */
export async function presentWrittenDiscussion(
  deps: DiscussionsDeps,
  { note, summary }: WrittenNote,
  target: Noteable,
): Promise<ResponseOf<Discussion>> {
  const discussion = await presentDiscussion(deps, [note], target);
  if (summary === undefined) return discussion;
  return { ...discussion, notes: discussion.notes.map((presented) => ({ ...presented, summary })) };
}

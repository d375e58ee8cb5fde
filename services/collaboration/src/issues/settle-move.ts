/** Does what follows from a move of an issue. Safe to repeat: whoever moves it does it at once, and the event of the new issue after a crash. */
import { recountVotes } from '../award-emoji/count-votes';
import { moveLinks } from '../issue-links/move-links';
import { copyNotes } from '../notes/copy-notes';
import { recountNotes } from '../notes/count-notes';
import { addSystemNotes, effectKeyOf } from '../notes/system-notes';
import type { Collaboration } from '../service';
import { recordIssueChange } from './change-issue';
import type { IssueDocument } from './issue.model';

/** Closes the old issue, gives the new one its notes and reactions, and records the move on both. */
export async function settleMove(deps: Collaboration, moved: IssueDocument, actor: number): Promise<void> {
  const source = moved.moved_from_id === undefined ? null : await deps.issues.find(moved.moved_from_id);
  if (!source) return;
  const projects = await deps.display.projects.find([source.project_id, moved.project_id]);
  const nameOf = ({ project_id: id, iid }: IssueDocument): string =>
    `${projects.get(id)?.path_with_namespace ?? ''}#${iid}`;
  const target = { type: 'Issue', id: moved._id } as const;
  const eventId = `move-${moved._id}`;
  await closeMoved(deps, source, { event_id: eventId, moved_to: nameOf(moved), moved, actor });
  const old = { type: 'Issue', id: source._id, except: effectKeyOf(eventId, 0) } as const;
  await copyNotes(deps, old, { ...target, project_id: moved.project_id });
  await moveLinks(deps, source._id, moved._id);
  await recountNotes(deps, target, moved.updated_at);
  await recountVotes(deps, target);
  await addSystemNotes(
    deps,
    { ...target, project_id: moved.project_id, group_id: null },
    { event_id: `${eventId}-here`, actor, at: new Date(), texts: [`moved from ${nameOf(source)}`] },
  );
}

interface Move {
  /** The same whoever does it, so that the note about it is known and not copied. */
  event_id: string;
  moved_to: string;
  moved: IssueDocument;
  actor: number;
}

/** One change, so that one note tells of it. */
async function closeMoved(
  deps: Collaboration,
  { _id: sourceId }: IssueDocument,
  { event_id: id, moved_to, moved: { _id: movedId, epic_id: epicId }, actor }: Move,
): Promise<void> {
  const event = { id, actor, type: 'collaboration.issue.updated', changes: { moved_to } };
  let news: typeof event | undefined;
  const changed = await deps.issues.mutate(sourceId, (issue) => {
    news = undefined;
    if (issue.moved_to_id !== null) return null;
    const now = new Date();
    // The new issue has its place in the epic now.
    const moved = { moved_to_id: movedId, ...(epicId !== null && { epic_id: null }), updated_at: now };
    if (issue.state === 'closed') return { set: moved, events: [(news = event)] };
    const state = { from: issue.state, to: 'closed' };
    news = {
      ...event,
      type: 'collaboration.issue.closed',
      changes: { ...event.changes, state } as typeof event.changes,
    };
    return { set: { ...moved, state: 'closed', closed_at: now, closed_by_id: actor }, events: [news] };
  });
  if (changed && news) await recordIssueChange(deps, changed, news);
}

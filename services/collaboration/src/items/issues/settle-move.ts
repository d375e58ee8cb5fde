/**
 * Does what follows from a move of an issue. Safe to repeat: whoever moves it does it at once, and
 * the event of the new issue after a crash.
 */
import { recountVotes } from '../../discussion/award-emoji/count-votes';
import { moveLinks } from '../issue-links/move-links';
import { copyNotes } from '../../discussion/notes/copy-notes';
import { recountNotes } from '../../discussion/notes/count-notes';
import { copyResourceEvents } from '../../activity/resource-events/copy-resource-events';
import type { Collaboration } from '../../deps';
import type { IssueDocument } from './issue.model';
import { issueTarget, noteAboutIssue } from './note-about-issue';

/**
 * Closes the old issue, gives the new one its notes and reactions, and records the move on both.
 */
export async function settleMove(deps: Collaboration, moved: IssueDocument, actor: number): Promise<void> {
  const source = moved.moved_from_id === undefined ? null : await deps.issues.find(moved.moved_from_id);
  if (!source) return;
  const projects = await deps.display.projects.find([source.project_id, moved.project_id]);
  const nameOf = ({ project_id: id, iid }: IssueDocument): string =>
    `${projects.get(id)?.path_with_namespace ?? ''}#${iid}`;
  // The same whoever writes the notes, so that the one of the old issue is known and not copied.
  const [there, here] = [`move-${moved._id}/there`, `move-${moved._id}/here`];
  const at = new Date();
  await closeMoved(deps, source, { moved_to: nameOf(moved), moved, actor });
  await copyNotes(
    deps,
    {
      ...{ type: 'Issue', id: source._id, except: there },
      uploads: {
        ...{ from_project_id: source.project_id, to_project_id: moved.project_id },
        ...{ actor, key: `move/${source._id}` },
      },
      project_path: projects.get(source.project_id)?.path_with_namespace ?? '',
    },
    { type: 'Issue', id: moved._id, project_id: moved.project_id, group_id: null },
  );
  await copyResourceEvents(deps, { type: 'Issue', id: source._id }, { type: 'Issue', id: moved._id });
  await moveLinks(deps, source._id, moved._id);
  await recountNotes(deps, issueTarget(moved), moved.updated_at);
  await recountVotes(deps, { type: 'Issue', id: moved._id });
  const [to, from] = [`moved to ${nameOf(moved)}`, `moved from ${nameOf(source)}`];
  await noteAboutIssue(deps, issueTarget(source), moved, { effect_key: there, author_id: actor, at, body: to });
  await noteAboutIssue(deps, issueTarget(moved), source, { effect_key: here, author_id: actor, at, body: from });
}

interface Move {
  /** How the new issue is named; tells the event from one of a mere closing. */
  moved_to: string;
  moved: IssueDocument;
  actor: number;
}

/** One change: the old issue names the new one and is closed. */
async function closeMoved(
  { issues }: Collaboration,
  { _id: sourceId }: IssueDocument,
  { moved_to, moved, actor }: Move,
): Promise<void> {
  await issues.mutate(sourceId, ({ state: from, moved_to_id: before }) => {
    if (before !== null) return null;
    const now = new Date();
    const isOpen = from === 'opened';
    return {
      set: {
        ...{ moved_to_id: moved._id, updated_at: now },
        // The new issue has its place in the epic now.
        ...(moved.epic_id !== null && { epic_id: null }),
        ...(isOpen && { state: 'closed', closed_at: now, closed_by_id: actor }),
      },
      events: [
        {
          type: `collaboration.issue.${isOpen ? 'closed' : 'updated'}`,
          actor,
          changes: { moved_to, ...(isOpen && { state: { from, to: 'closed' } }) },
        },
      ],
    };
  });
}

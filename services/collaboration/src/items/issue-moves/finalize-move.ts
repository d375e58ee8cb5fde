/**
 * Completes the move of an issue. Idempotent: called by the request, and by the consumer of the new
 * issue's event after a crash.
 */
import { moveLinks } from '#items/issue-links';
import type { IssueDocument } from '#items/model';
import { issueTarget, noteAboutIssue } from '#items/issues';
import type { IssueMovesDeps } from './deps';

/**
 * Closes the old issue, copies its notes and reactions to the new one, and records the move on
 * both.
 */
export async function finalizeMove(deps: IssueMovesDeps, moved: IssueDocument, actor: number): Promise<void> {
  const source = moved.moved_from_id === undefined ? null : await deps.items.issues.find(moved.moved_from_id);
  if (!source) return;
  const projects = await deps.display.projects.find([source.project_id, moved.project_id]);
  const nameOf = ({ project_id: id, iid }: IssueDocument): string =>
    `${projects.get(id)?.path_with_namespace ?? ''}#${iid}`;
  // Effect keys do not depend on the caller, so that the old issue's note can be excluded from
  // copying.
  const [there, here] = [`move-${moved._id}/there`, `move-${moved._id}/here`];
  const at = new Date();
  await closeMoved(deps, source, { moved_to: nameOf(moved), moved, actor });
  await moveLinks(deps, source._id, moved._id);
  await deps.history.copy(
    {
      type: 'Issue',
      id: source._id,
      except: there,
      uploads: {
        from_project_id: source.project_id,
        to_project_id: moved.project_id,
        actor,
        key: `move/${source._id}`,
      },
      project_path: projects.get(source.project_id)?.path_with_namespace ?? '',
    },
    { type: 'Issue', id: moved._id, project_id: moved.project_id, group_id: null, updated_at: moved.updated_at },
  );
  const [to, from] = [`moved to ${nameOf(moved)}`, `moved from ${nameOf(source)}`];
  await noteAboutIssue(deps, issueTarget(source), moved, { effect_key: there, author_id: actor, at, body: to });
  await noteAboutIssue(deps, issueTarget(moved), source, { effect_key: here, author_id: actor, at, body: from });
}

interface Move {
  /** Reference to the new issue; distinguishes the event from a plain close. */
  moved_to: string;
  moved: IssueDocument;
  actor: number;
}

/** Closes the old issue and stores the id of the new one in one change. */
async function closeMoved(
  { items: { issues } }: IssueMovesDeps,
  { _id: sourceId }: IssueDocument,
  { moved_to, moved, actor }: Move,
): Promise<void> {
  await issues.mutate(sourceId, ({ state: from, moved_to_id: before }) => {
    if (before !== null) return null;
    const now = new Date();
    const isOpen = from === 'opened';
    return {
      set: {
        moved_to_id: moved._id,
        updated_at: now,
        // The new issue takes its place in the epic.
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

/** Closes issues as an effect of merges and commits. */
import { canReadFeature } from '@forgemesh/access';
import { canReadIssue, canUpdateIssue, rightsOnProjects, subjectOfUser } from '#access';
import { changeIssue } from './change-issue';
import type { IssueDocument } from '#items/model';
import type { Mentioner } from '#items/shared';
import type { IssueChangesDeps } from '../deps';

/** Number of closing event ids that an issue remembers. */
const MAX_REMEMBERED_EVENTS = 20;

/** The cause of closing issues. */
export interface Closing {
  /** The acting user; only issues that this user may change are closed. */
  actor: number;
  /** Id of the event. A reopened issue is not closed again by the same event. */
  event_id: string;
  /** The cause as named in notes on issues of a project: `merge request !5`, `commit <sha>`. */
  via: (projectId: number) => string;
  /** The same cause, for hiding the note from users who may not read it. */
  cause: Mentioner;
}

/** Closes the open ones of the given issues. Idempotent. */
export async function closeIssues(
  deps: IssueChangesDeps,
  ids: readonly number[],
  { actor, event_id: eventId, via, cause }: Closing,
): Promise<void> {
  const subject = ids.length > 0 ? await subjectOfUser(deps, actor) : null;
  if (!subject) return;
  const issues = await deps.items.issues.model
    .find({ _id: { $in: [...ids] }, state: 'opened' })
    .lean<IssueDocument[]>();
  const rights = await rightsOnProjects(
    deps,
    subject,
    issues.map(({ project_id: id }) => id),
  );
  const user = { id: actor, admin: subject.admin };
  for (const issue of issues) {
    const project = rights.get(issue.project_id);
    if (!project || !canReadFeature(project, 'issues') || !canReadIssue(issue, project.level, user)) continue;
    if (!canUpdateIssue(issue, project, user)) continue;
    await changeIssue(deps, issue._id, { actor, via: via(issue.project_id), cause }, (current) => {
      const remembered = current.closing_event_ids ?? [];
      if (current.state === 'closed' || remembered.includes(eventId)) return null;
      const closed = { state: 'closed' as const, closed_at: new Date(), closed_by_id: actor };
      return { ...closed, closing_event_ids: [...remembered, eventId].slice(-MAX_REMEMBERED_EVENTS) };
    });
  }
}

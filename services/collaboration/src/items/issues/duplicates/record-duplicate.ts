import type { IssueDocument } from '#items/model';
import { issueTarget, noteAboutIssue } from '../note-about-issue';
import type { RecordedChange } from '#items/shared';
import type { IssueChangesDeps } from '../deps';

type Side = Pick<IssueDocument, '_id' | 'iid' | 'project_id'>;

/**
 * Records on both issues that one is a duplicate of the other. Users who may not read the other
 * issue do not see the note.
 */
export async function recordDuplicate(
  deps: IssueChangesDeps,
  id: number,
  otherId: number,
  { event_id: eventId, actor, at }: Omit<RecordedChange, 'texts'>,
): Promise<void> {
  const issues = await deps.items.issues.model
    .find({ _id: { $in: [id, otherId] } }, { iid: 1, project_id: 1 })
    .lean<Side[]>();
  const issue = issues.find(({ _id }) => _id === id);
  const other = issues.find(({ _id }) => _id === otherId);
  if (!issue || !other) return;
  const projects = await deps.display.projects.find([issue.project_id, other.project_id]);
  const hasSameOwner = issue.project_id === other.project_id;
  const named = ({ iid, project_id }: Side): string =>
    `${hasSameOwner ? '' : (projects.get(project_id)?.path_with_namespace ?? '')}#${iid}`;
  const write = (on: Side, about: Side, body: string): Promise<void> =>
    noteAboutIssue(deps, issueTarget(on), about, {
      effect_key: `${eventId}/duplicate/${on._id}`,
      author_id: actor,
      at,
      body,
    });
  await write(issue, other, `marked this issue as a duplicate of ${named(other)}`);
  await write(other, issue, `marked ${named(issue)} as a duplicate of this issue`);
}

/** System notes on both issues when they are linked or unlinked. */
import type { IssueDocument } from '#items/model';
import { issueTarget, noteAboutIssue } from '#items/issues';
import type { IssueLinksDeps } from './deps';

/** A change of a link. */
export interface LinkChange {
  actor: number;
  at: Date;
  isLinked: boolean;
}

/** Writes the notes. Idempotent; writes none if one of the issues is deleted. */
export async function recordLink(
  deps: IssueLinksDeps,
  { _id: id, issue_ids: issueIds }: { _id: number; issue_ids: readonly number[] },
  { actor, at, isLinked }: LinkChange,
): Promise<void> {
  const issues = await deps.items.issues.model.find({ _id: { $in: [...issueIds] } }).lean<IssueDocument[]>();
  const [one, other] = issues;
  if (!one || !other) return;
  const projects = await deps.display.projects.find(issues.map(({ project_id }) => project_id));
  const words = isLinked ? 'marked this issue as related to' : 'removed the relation with';
  const record = (issue: IssueDocument, about: IssueDocument): Promise<void> => {
    const { iid, project_id } = about;
    const path = issue.project_id === project_id ? '' : (projects.get(project_id)?.path_with_namespace ?? '');
    return noteAboutIssue(deps, issueTarget(issue), about, {
      effect_key: `link/${id}/${isLinked ? 'made' : 'removed'}/${issue._id}`,
      author_id: actor,
      at,
      body: `${words} ${path}#${iid}`,
    });
  };
  await record(one, other);
  await record(other, one);
}

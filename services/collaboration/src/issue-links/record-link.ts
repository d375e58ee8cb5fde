/** Notes that record on both issues that they are linked, or no longer. */
import type { IssueDocument } from '../issues/issue.model';
import { addSystemNotes } from '../notes/system-notes';
import type { Collaboration } from '../service';

/** What happened to a link. */
export interface LinkChange {
  actor: number;
  at: Date;
  isLinked: boolean;
}

/** Writes the notes. Safe to repeat; an issue that is gone gets none. */
export async function recordLink(
  deps: Collaboration,
  { _id: id, issue_ids: issueIds }: { _id: number; issue_ids: readonly number[] },
  { actor, at, isLinked }: LinkChange,
): Promise<void> {
  const issues = await deps.issues.model.find({ _id: { $in: [...issueIds] } }).lean<IssueDocument[]>();
  const [one, other] = issues;
  if (!one || !other) return;
  const projects = await deps.display.projects.find(issues.map(({ project_id }) => project_id));
  const words = isLinked ? 'marked this issue as related to' : 'removed the relation with';
  const record = (issue: IssueDocument, { iid, project_id }: IssueDocument): Promise<void> => {
    const path = issue.project_id === project_id ? '' : (projects.get(project_id)?.path_with_namespace ?? '');
    return addSystemNotes(
      deps,
      { type: 'Issue', id: issue._id, project_id: issue.project_id, group_id: null },
      {
        event_id: `link/${id}/${isLinked ? 'made' : 'removed'}/${issue._id}`,
        ...{ actor, at, texts: [`${words} ${path}#${iid}`] },
      },
    );
  };
  await record(one, other);
  await record(other, one);
}

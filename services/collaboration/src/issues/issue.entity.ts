/** How issues appear in the API. */
import { joinFields, type Answer } from '@forgemesh/kit';
import type { Issue, IssueEpic } from '@forgemesh/proto/collaboration/v1/issue';
import { presentUser } from '../display';
import { readIssueEpics } from '../epics/issue-epics';
import { presentItemLabels, readAround, type Around } from '../items/around-items';
import { presentReferences, presentTasks, presentTimeStats, type ReferenceBase } from '../items/present-item';
import type { Collaboration } from '../service';
import type { IssueDocument } from './issue.model';

/** How issues are shown. */
export interface IssueView {
  /** From where they were asked for. */
  base: ReferenceBase;
  /** Licence tier of the instance. */
  tier: number;
  /** Details of labels instead of their titles. */
  labelDetails?: boolean;
  /** Whether the caller hears of it: on single reads. */
  subscribed?: boolean;
}

const HIGHEST_TIER = 3;
/** Licence tier from which on there are epics. */
const EPIC_TIER = 3;

/** Presents issues with one read of each kind. */
export async function presentIssues(
  deps: Collaboration,
  issues: readonly IssueDocument[],
  view: IssueView,
): Promise<Answer<Issue>[]> {
  const [around, epics, closing] = await Promise.all([
    readAround(deps, issues, []),
    view.tier >= EPIC_TIER ? readIssueEpics(deps, issues) : undefined,
    countClosing(
      deps,
      issues.map(({ _id: id }) => id),
    ),
  ]);
  return issues.map((issue) =>
    joinFields(presentOne(deps, issue, around, view), presentTasks(issue.description), {
      epic_iid: epics && (epicOf(issue, epics)?.iid ?? null),
      epic: epics && epicOf(issue, epics),
      merge_requests_count: closing.get(issue._id) ?? 0,
    }),
  );
}

/** Presents one issue. */
export async function presentIssue(deps: Collaboration, issue: IssueDocument, view: IssueView): Promise<Answer<Issue>> {
  return (await presentIssues(deps, [issue], view))[0] as Answer<Issue>;
}

/** An issue in its events: as the API shows it, and what hooks tell besides. */
export async function presentIssueEvent(deps: Collaboration, issue: IssueDocument): Promise<object> {
  const { label_ids, relative_position, duplicated_to_id } = issue;
  const shown = await presentIssue(deps, issue, { base: {}, tier: HIGHEST_TIER });
  return { ...shown, label_ids, relative_position, duplicated_to_id };
}

function epicOf({ epic_id: id }: IssueDocument, epics: ReadonlyMap<number, IssueEpic>): IssueEpic | null {
  return epics.get(id ?? 0) ?? null;
}

function presentOne(
  deps: Collaboration,
  issue: IssueDocument,
  around: Around,
  { base, tier, labelDetails = false, subscribed }: IssueView,
): Omit<Answer<Issue>, 'merge_requests_count' | 'task_completion_status'> {
  const project = around.projects.get(issue.project_id);
  const assignees = issue.assignee_ids.flatMap((id) => presentUser(around.users.get(id)) ?? []);
  const self = `/projects/${issue.project_id}/issues/${issue.iid}`;
  return {
    id: issue._id,
    iid: issue.iid,
    project_id: issue.project_id,
    title: issue.title,
    description: issue.description,
    state: issue.state,
    created_at: issue.created_at.toISOString(),
    updated_at: issue.updated_at.toISOString(),
    closed_at: issue.closed_at?.toISOString() ?? null,
    closed_by: presentUser(around.users.get(issue.closed_by_id ?? 0)),
    labels: presentItemLabels(issue.label_ids, around.labels, { details: labelDetails }),
    milestone: around.milestones.get(issue.milestone_id ?? 0) ?? null,
    assignees,
    author: presentUser(around.users.get(issue.author_id)),
    assignee: assignees[0] ?? null,
    user_notes_count: issue.user_notes_count,
    upvotes: issue.upvotes,
    downvotes: issue.downvotes,
    due_date: issue.due_date,
    confidential: issue.confidential,
    discussion_locked: issue.discussion_locked,
    web_url: `${project?.web_url ?? ''}/-/issues/${issue.iid}`,
    time_stats: presentTimeStats(deps, issue),
    weight: tier >= 1 ? issue.weight : undefined,
    _links: {
      self: deps.urls.api(self),
      notes: deps.urls.api(`${self}/notes`),
      award_emoji: deps.urls.api(`${self}/award_emoji`),
      project: deps.urls.api(`/projects/${issue.project_id}`),
    },
    references: presentReferences('#', issue, project?.path_with_namespace ?? '', base),
    moved_to_id: issue.moved_to_id,
    issue_type: 'issue',
    subscribed,
  };
}

/** Under what `known.closing` has the answer for some issues. */
export function closingKey(ids: readonly number[]): string {
  return ids.join();
}

/** Open and merged requests that close issues, in one command. */
async function countClosing(deps: Collaboration, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  return deps.known.closing.get(closingKey(ids), async () => {
    const rows = await deps.mergeRequests.model
      .find({ closes_issue_ids: { $in: [...ids] } }, { closes_issue_ids: 1 })
      .lean<{ closes_issue_ids: number[] }[]>();
    const counts = new Map<number, number>();
    for (const id of rows.flatMap((row) => row.closes_issue_ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  });
}

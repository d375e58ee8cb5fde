/** Presents issues in the API. */
import type { EventEntity } from '@forgemesh/events';
import { EPIC_TIER, MAX_TIER } from '@forgemesh/access';
import { assignFields } from '@forgemesh/data';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Issue, IssueEpic } from '@forgemesh/proto/collaboration/v1/issue';
import { presentUser } from '#clients';
import {
  type Associations,
  preloadAssociations,
  presentReferences,
  presentTasks,
  presentTimeStats,
  readIssueEpics,
  type ReferenceBase,
} from '#items/shared';
import { readableProjectsAmong } from '#access';
import type { IssueDocument } from '#items/model';
import { duplicatedInEvent, readableContinuations } from './referred-issues';
import { presentItemLabels } from '#planning/labels';
import type { IssueViewDeps } from './deps';
import type { ReferencesDeps } from '#items/references';

/** Options for presenting issues. */
export interface IssueView {
  /** The project or group of the request, which references are relative to. */
  base: ReferenceBase;
  /** The calling user, for permission filtering; null when presenting for an event. */
  reader: Call<IssueViewDeps> | null;
  /** License tier of the instance. */
  tier: number;
  /** Details of labels instead of their titles. */
  labelDetails?: boolean;
  /** Whether the caller is subscribed; set for single reads. */
  subscribed?: boolean;
}

/** Presents issues with one read for each kind of association. */
export async function presentIssues(
  deps: IssueViewDeps,
  issues: readonly IssueDocument[],
  view: IssueView,
): Promise<ResponseOf<Issue>[]> {
  const [associations, epics, closing, continuations] = await Promise.all([
    preloadAssociations(deps, issues, []),
    view.tier >= EPIC_TIER ? readIssueEpics(deps, issues) : undefined,
    countClosing(deps, issues, view.reader),
    readableContinuations(issues, view.reader),
  ]);
  return issues.map((issue) => {
    const epic = epics && epicOf(issue, epics, associations);
    return assignFields(presentOne(deps, issue, associations, view), presentTasks(issue.description), {
      moved_to_id: continuations.has(issue.moved_to_id ?? 0) ? issue.moved_to_id : null,
      epic_iid: epic && epic.iid,
      epic,
      merge_requests_count: closing.get(issue._id) ?? 0,
    });
  });
}

/** Presents one issue. */
export async function presentIssue(
  deps: IssueViewDeps,
  issue: IssueDocument,
  view: IssueView,
): Promise<ResponseOf<Issue>> {
  return (await presentIssues(deps, [issue], view))[0] as ResponseOf<Issue>;
}

/**
 * An issue in its events: as the API shows it, with the additional fields of webhooks. Events have
 * no reader whose rights could be checked, so they name no issue of another project.
 */
export async function presentIssueEvent(
  deps: IssueViewDeps,
  issue: IssueDocument,
): Promise<EventEntity<'collaboration.issue.updated'>> {
  const { label_ids, relative_position } = issue;
  const [shown, duplicated_to_id] = await Promise.all([
    presentIssue(deps, issue, { base: {}, reader: null, tier: MAX_TIER }),
    duplicatedInEvent(deps, issue),
  ]);
  return { ...shown, label_ids, relative_position, duplicated_to_id };
}

/**
 * The epic of an issue. Readers of a project may read all groups above it, but not the group from
 * which it was transferred.
 */
function epicOf(
  { epic_id: id, project_id: projectId }: IssueDocument,
  epics: ReadonlyMap<number, IssueEpic>,
  { projects }: Associations,
): IssueEpic | null {
  const epic = epics.get(id ?? 0);
  const isAbove = epic !== undefined && projects.get(projectId)?.ancestor_ids.includes(epic.group_id) === true;
  return isAbove ? epic : null;
}

function presentOne(
  deps: Pick<ReferencesDeps, 'instance'>,
  issue: IssueDocument,
  associations: Associations,
  { base, tier, labelDetails = false, subscribed }: IssueView,
): Omit<ResponseOf<Issue>, 'merge_requests_count' | 'moved_to_id' | 'task_completion_status'> {
  const project = associations.projects.get(issue.project_id);
  const assignees = issue.assignee_ids.flatMap((id) => presentUser(associations.users.get(id)) ?? []);
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
    closed_by: presentUser(associations.users.get(issue.closed_by_id ?? 0)),
    labels: presentItemLabels(issue.label_ids, associations.labels, { details: labelDetails }),
    milestone: associations.milestones.get(issue.milestone_id ?? 0) ?? null,
    assignees,
    author: presentUser(associations.users.get(issue.author_id)),
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
      self: deps.instance.urls.api(self),
      notes: deps.instance.urls.api(`${self}/notes`),
      award_emoji: deps.instance.urls.api(`${self}/award_emoji`),
      project: deps.instance.urls.api(`/projects/${issue.project_id}`),
    },
    references: presentReferences('#', issue, project?.path_with_namespace ?? '', base),
    issue_type: 'issue',
    subscribed,
  };
}

/**
 * Caches for the response and the event of a new issue that no merge request closes it: none can
 * before its number is known.
 */
export async function cacheNewIssue({ queries }: Pick<IssueViewDeps, 'queries'>, id: number): Promise<void> {
  await queries.closing.prime(() => Promise.resolve(new Map([[closingKey([id]), new Map()]])));
}

/** Key of `queries.closing` for the issues with these ids. */
function closingKey(ids: readonly number[]): string {
  return ids.join();
}

/** The number of merge requests that close each issue and that the reader may see. */
async function countClosing(
  deps: IssueViewDeps,
  issues: readonly IssueDocument[],
  reader: Call<IssueViewDeps> | null,
): Promise<ReadonlyMap<number, number>> {
  if (issues.length === 0) return new Map();
  const ids = issues.map(({ _id: id }) => id);
  const closing = await deps.queries.closing.get(closingKey(ids), () => deps.queries.closingReads.request(ids));
  const projectIds = [...new Set([...closing.values()].flat())];
  if (!reader || projectIds.length === 0) return new Map([...closing].map(([id, { length }]) => [id, length]));
  const { everything, levels } = await readableProjectsAmong(
    reader,
    'merge_requests',
    undefined,
    async () => projectIds,
  );
  const seen = (projectId: number): boolean => everything || levels.has(projectId);
  return new Map([...closing].map(([id, found]) => [id, found.filter(seen).length]));
}

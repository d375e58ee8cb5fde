/**
 * The issues that merging a request closes: those named in its title, its description and its
 * commits.
 */
import { subjectOfUser } from '#access';
import { closeIssues } from '#items/issues';
import { closingReferencesIn } from './closing-references';
import { resolveItems } from '#items/references';
import { mergeContent } from './merging/merge-content';
import type { MergeRequestDocument } from '#items/model';
import { mergeSettingsOfOne } from './merging/merge-settings';
import type { MergeRequestChangesDeps } from './deps';

/** Maximum number of commits whose messages are read. */
const MAX_COMMITS = 100;

/**
 * Recomputes `closes_issue_ids` from the texts, limited to issues that the author of the request
 * may read. Only merges into the default branch close issues, and only if the project's settings
 * enable it. No event is published.
 */
export async function refreshClosing(
  deps: MergeRequestChangesDeps,
  request: MergeRequestDocument,
): Promise<MergeRequestDocument> {
  const ids = await closingIds(deps, request);
  const isSame = (stored: readonly number[]): boolean => stored.join() === ids.join();
  if (isSame(request.closes_issue_ids)) return request;
  const changed = await deps.items.mergeRequests.mutate(request._id, ({ closes_issue_ids: stored }) =>
    isSame(stored) ? null : { set: { closes_issue_ids: ids } },
  );
  return changed ?? request;
}

async function closingIds(deps: MergeRequestChangesDeps, request: MergeRequestDocument): Promise<number[]> {
  const { project_id, target_branch, title, description, author_id, base_sha, head_sha } = request;
  const settings = await mergeSettingsOfOne(deps, project_id);
  if (!settings?.autoclose_referenced_issues || settings.default_branch !== target_branch) return [];
  const content = { with_commits: true, limit_commits: MAX_COMMITS };
  const { commits } = await mergeContent(deps, request, { base_sha, head_sha, ...content });
  const texts = [title, description, ...commits.map(({ message }) => message)];
  const references = texts.flatMap((text) => closingReferencesIn(text, deps.instance.urls.base));
  const subject = references.length > 0 ? await subjectOfUser(deps, author_id) : null;
  if (!subject) return [];
  const items = await resolveItems(deps, references, { scope: { project_id, group_id: null }, subject });
  return items.map(({ item }) => item._id);
}

/**
 * References to the issues that a request closes, relative to its project, for the merge message.
 */
export async function closingReferences(
  deps: MergeRequestChangesDeps,
  { project_id, closes_issue_ids: ids }: Pick<MergeRequestDocument, 'project_id' | 'closes_issue_ids'>,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const issues = await deps.items.issues.model
    .find({ _id: { $in: ids } }, { iid: 1, project_id: 1 })
    .lean<{ _id: number; iid: number; project_id: number }[]>();
  const projects = await deps.display.projects.find(issues.map((issue) => issue.project_id));
  const pathOf = (id: number): string => (id === project_id ? '' : (projects.get(id)?.path_with_namespace ?? ''));
  const byId = new Map(issues.map((issue) => [issue._id, `${pathOf(issue.project_id)}#${issue.iid}`]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Type of the event of a merge. */
export const MERGED = 'collaboration.merge_request.merged';

/**
 * Closes the issues of a merge after a change and logs a failure, which the consumer of the event
 * repairs.
 */
export async function tryCloseIssues(
  deps: MergeRequestChangesDeps,
  requestId: number,
  events: readonly { id: string; type: string }[],
): Promise<void> {
  const merged = events.find(({ type }) => type === MERGED);
  if (!merged) return;
  try {
    await closeIssuesOfMerge(deps, requestId, merged.id);
  } catch (error) {
    deps.log.warn({ err: error, merge_request_id: requestId }, 'closing issues failed; the event consumer repeats it');
  }
}

/** Closes the issues of a merged request in the name of the merging user. Idempotent per event. */
export async function closeIssuesOfMerge(
  deps: MergeRequestChangesDeps,
  requestId: number,
  eventId: string,
): Promise<void> {
  const found = await deps.items.mergeRequests.find(requestId);
  const actor = found?.merged_by_id ?? null;
  if (!found || actor === null) return;
  const { closes_issue_ids: ids, project_id, iid } = await refreshClosing(deps, found);
  const project = await deps.display.projects.get(project_id);
  const viaFor = (other: number): string =>
    `merge request ${other === project_id ? '' : (project?.path_with_namespace ?? '')}!${iid}`;
  const cause = { type: 'MergeRequest', id: requestId, project_id, group_id: null } as const;
  await closeIssues(deps, ids, { actor, event_id: eventId, via: viaFor, cause });
}

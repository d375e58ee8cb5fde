/**
 * Builds the texts of system notes for a change of a merge request, from the changes in the event
 * alone.
 */
import type { EventChanges } from '@forgemesh/events';
import { changeTexts, peopleTexts } from '#items/shared';
import type { MergeRequestDocument } from '#items/model';
import { isDraft, withoutDraftMark } from './drafts';
import type { MergeRequestChangesDeps } from './deps';
import type { AccessDeps } from '#access';

const reviewerVerbs = { added: 'requested review from', removed: 'removed review request for' };

/** Abbreviated length of commit ids. */
const SHORT_ID_LENGTH = 8;

/** Changes of a merge request as its events carry them. */
export type MergeRequestChanges = EventChanges<'collaboration.merge_request.updated'>;

/** Commits that were pushed. */
export type PushedCommits = NonNullable<MergeRequestChanges['pushed']>;

/** A change of the automatic merge: enabled, canceled or aborted. */
export type AutoMergeChange = NonNullable<MergeRequestChanges['auto_merge']>;

/** The texts of a change, in the order in which they are written. */
export async function mergeRequestTexts(
  deps: MergeRequestChangesDeps,
  { iid, project_id }: Pick<MergeRequestDocument, 'iid' | 'project_id'>,
  changes: MergeRequestChanges,
): Promise<string[]> {
  const { title, ...others } = changes;
  const { target_branch: target, deleted_branch: deleted, pushed, auto_merge: autoMerge, wip_commit: wip } = changes;
  const isMarked = title !== undefined && isDraft(title.from) !== isDraft(title.to);
  const isOnlyMarked = isMarked && withoutDraftMark(title.from) === withoutDraftMark(title.to);
  const page = pushed ? await pageSince(deps, { iid, project_id }, pushed.from) : '';
  return [
    ...(deleted === undefined ? [] : [`deleted source branch \`${deleted}\``]),
    ...(await changeTexts(deps, 'merge request', isOnlyMarked ? others : changes)),
    ...(changes.reviewer_ids ? await peopleTexts(deps, changes.reviewer_ids, reviewerVerbs) : []),
    ...(await reviewTexts(deps, changes)),
    ...(isMarked ? [wipText(title.to, wip)] : []),
    ...(target ? [`changed target branch from \`${target.from}\` to \`${target.to}\``] : []),
    ...(pushed ? [pushedText(pushed, page)] : []),
    ...(autoMerge ? [autoMergeText(autoMerge)] : []),
  ];
}

async function reviewTexts(
  deps: MergeRequestChangesDeps,
  { review, review_requested_ids: requested }: MergeRequestChanges,
): Promise<string[]> {
  return [
    ...(requested ? await peopleTexts(deps, { from: [], to: requested }, reviewerVerbs) : []),
    ...(review?.state === 'requested_changes' ? ['requested changes'] : []),
  ];
}

/** Path of the page that shows the changes of a merge request since a commit. */
export async function pageSince(
  { display }: Pick<AccessDeps, 'display'>,
  { iid, project_id }: Pick<MergeRequestDocument, 'iid' | 'project_id'>,
  sha: string,
): Promise<string> {
  const project = await display.projects.get(project_id);
  return `/${project?.path_with_namespace ?? ''}/-/merge_requests/${iid}/diffs?start_sha=${sha}`;
}

function wipText(title: string, commit: string | undefined): string {
  if (!isDraft(title)) return 'unmarked as a **Work In Progress**';
  return `marked as a **Work In Progress**${commit === undefined ? '' : ` from ${commit}`}`;
}

function autoMergeText({ enabled, canceled, aborted }: AutoMergeChange): string {
  if (enabled !== undefined) return `enabled an automatic merge when the pipeline for ${enabled} succeeds`;
  return canceled ? 'canceled the automatic merge' : `aborted the automatic merge because ${aborted ?? ''}`;
}

function pushedText({ count, commits, from, taken_over: others }: PushedCommits, page: string): string {
  const lines = [...commits].reverse().map(({ short_id, title }) => `<li>${short_id} - ${escaped(title)}</li>`);
  const more = count > commits.length ? [`<li>${count - commits.length} more</li>`] : [];
  const list = [...(others ? [takenOverLine(others, from)] : []), ...more, ...lines].join('');
  const all = commitsText(count + (others?.count ?? 0));
  return `added ${all}\n\n<ul>${list}</ul>\n\n[Compare with previous version](${page})`;
}

function takenOverLine({ count, sha, branch }: NonNullable<PushedCommits['taken_over']>, from: string): string {
  const range = count === 1 ? shortId(sha) : `${shortId(from)}...${shortId(sha)}`;
  return `<li>${range} - ${commitsText(count)} from branch <code>${escaped(branch)}</code></li>`;
}

function commitsText(count: number): string {
  return `${count} ${count === 1 ? 'commit' : 'commits'}`;
}

function shortId(sha: string): string {
  return sha.slice(0, SHORT_ID_LENGTH);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

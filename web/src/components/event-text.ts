/** What an event of a project says: an action, and what it was done to. */
import { plural, t } from '@lingui/core/macro';
import type { ContributionEvent } from '#api/types';
import { countText } from '#lib/format';
import { projectPath } from '#lib/paths';

/** The sentence about an event, after the name of its author. */
export interface EventSentence {
  /** Such as `pushed 2 commits to branch`. */
  action: string;
  /** What it was done to; absent if the action says it. */
  target?: EventTarget;
}

/** The end of the sentence. */
export interface EventTarget {
  text: string;
  /** Address of its page; absent if it has none or the project is not known. */
  to?: string;
}

const targetPages: Record<string, string> = {
  Issue: 'issues',
  MergeRequest: 'merge_requests',
  Milestone: 'milestones',
};
const marks: Record<string, string> = { Issue: '#', MergeRequest: '!' };
const targetNames: Record<string, string> = {
  Issue: 'issue',
  MergeRequest: t`merge request`,
  Milestone: 'milestone',
  Project: t`the project`,
  'WikiPage::Meta': t`the wiki page`,
  WikiPage: t`the wiki page`,
};
/** Objects of comments that have no number in the project. */
const commentedNames: Record<string, string> = { Commit: t`a commit`, Snippet: t`a snippet` };

/** Returns the sentence. `project` is the full path of its project, for the addresses of links. */
export function eventSentence(event: ContributionEvent, project: string | undefined): EventSentence {
  const { push_data: push, note } = event;
  if (push) return pushSentence(push, project);
  if (note) return commentSentence(event, note, project);
  const { action_name: action, target_type: type, target_iid: iid, target_title: title } = event;
  const page = targetPages[type ?? ''];
  const isLink = page !== undefined && iid !== null && project !== undefined;
  return {
    action: `${action} ${targetNames[type ?? ''] ?? type?.toLowerCase() ?? t`the project`}`,
    ...(title && { target: { text: title, ...(isLink && { to: projectPath(project, page, String(iid)) }) } }),
  };
}

function pushSentence(push: NonNullable<ContributionEvent['push_data']>, project: string | undefined): EventSentence {
  const { ref, ref_type: type, ref_count: refCount, commit_count: count, action: kind } = push;
  const verbs: Partial<Record<string, string>> = { created: 'created', removed: 'deleted' };
  const verb = verbs[kind] ?? t`pushed ${plural(count, { one: '# commit', other: '# commits' })} to`;
  if (ref === null)
    return { action: verb, target: { text: countText(refCount ?? 0, type, type === 'branch' ? 'branches' : 'tags') } };
  const isLink = project !== undefined && kind !== 'removed';
  return {
    action: `${verb} ${type}`,
    target: { text: ref, ...(isLink && { to: projectPath(project, type === 'tag' ? 'tags' : 'tree', ref) }) },
  };
}

function commentSentence(
  { target_title: title }: ContributionEvent,
  { id, noteable_type: type, noteable_iid: iid }: NonNullable<ContributionEvent['note']>,
  project: string | undefined,
): EventSentence {
  const page = targetPages[type];
  if (page === undefined || !iid) return { action: t`commented on ${commentedNames[type] ?? t`something`}` };
  const address = project && `${projectPath(project, page, String(iid))}#note_${id}`;
  return {
    action: t`commented on ${targetNames[type]}`,
    target: { text: title ?? `${marks[type] ?? ''}${iid}`, ...(address && { to: address }) },
  };
}

/** What an event of a project says: an action, and what it was done to. */
import { plural, t } from '@lingui/core/macro';
import type { ContributionEvent } from '#api/types';
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

/** What an event was done to, in a sentence. */
const targetNames: Record<string, string> = {
  Issue: t`issue`,
  MergeRequest: t`merge request`,
  Milestone: t`milestone`,
  Project: t`the project`,
  'WikiPage::Meta': t`the wiki page`,
  WikiPage: t`the wiki page`,
};

/** What was done, before the name of what it was done to. */
const actionTexts: Record<string, (target: string) => string> = {
  opened: (target) => t`opened ${target}`,
  closed: (target) => t`closed ${target}`,
  reopened: (target) => t`reopened ${target}`,
  accepted: (target) => t`merged ${target}`,
  created: (target) => t`created ${target}`,
  updated: (target) => t`updated ${target}`,
  destroyed: (target) => t`deleted ${target}`,
  deleted: (target) => t`deleted ${target}`,
  approved: (target) => t`approved ${target}`,
  joined: (target) => t`joined ${target}`,
  left: (target) => t`left ${target}`,
  imported: (target) => t`imported ${target}`,
};

/** Comments on what has no number in the project. */
const commentTexts: Record<string, string> = {
  Commit: t`commented on a commit`,
  Snippet: t`commented on a snippet`,
};

/** Returns the sentence. `project` is the full path of its project, for the addresses of links. */
export function eventSentence(event: ContributionEvent, project: string | undefined): EventSentence {
  const { push_data: push, note } = event;
  if (push) return pushSentence(push, project);
  if (note) return commentSentence(event, note, project);
  const { action_name: action, target_type: type, target_iid: iid, target_title: title } = event;
  const page = targetPages[type ?? ''];
  const isLink = page !== undefined && iid !== null && project !== undefined;
  const target = targetNames[type ?? ''] ?? type?.toLowerCase() ?? t`the project`;
  return {
    action: actionTexts[action]?.(target) ?? `${action} ${target}`,
    ...(title && { target: { text: title, ...(isLink && { to: projectPath(project, page, String(iid)) }) } }),
  };
}

function pushSentence(push: NonNullable<ContributionEvent['push_data']>, project: string | undefined): EventSentence {
  const { ref, ref_type: type, ref_count: refCount, action: kind } = push;
  if (ref === null) return { action: bulkPushText(kind, type, refCount ?? 0) };
  const isLink = project !== undefined && kind !== 'removed';
  return {
    action: pushText(push),
    target: { text: ref, ...(isLink && { to: projectPath(project, type === 'tag' ? 'tags' : 'tree', ref) }) },
  };
}

function commentSentence(
  { target_title: title }: ContributionEvent,
  { id, noteable_type: type, noteable_iid: iid }: NonNullable<ContributionEvent['note']>,
  project: string | undefined,
): EventSentence {
  const page = targetPages[type];
  if (page === undefined || !iid) return { action: commentTexts[type] ?? t`commented on something` };
  const address = project && `${projectPath(project, page, String(iid))}#note_${id}`;
  return {
    action: t`commented on ${targetNames[type] ?? ''}`,
    target: { text: title ?? `${marks[type] ?? ''}${iid}`, ...(address && { to: address }) },
  };
}

/** What a push did to one branch or tag, before its name. */
function pushText({ action: kind, ref_type: type, commit_count: count }: NonNullable<ContributionEvent['push_data']>) {
  const isTag = type === 'tag';
  if (kind === 'created') return isTag ? t`created tag` : t`created branch`;
  if (kind === 'removed') return isTag ? t`deleted tag` : t`deleted branch`;
  return isTag
    ? plural(count, { one: 'pushed # commit to tag', other: 'pushed # commits to tag' })
    : plural(count, { one: 'pushed # commit to branch', other: 'pushed # commits to branch' });
}

/** What a push did to several branches or tags. */
function bulkPushText(kind: string, type: string, count: number): string {
  if (type === 'tag')
    return kind === 'removed'
      ? plural(count, { one: 'deleted # tag', other: 'deleted # tags' })
      : plural(count, { one: 'created # tag', other: 'created # tags' });
  if (kind === 'created') return plural(count, { one: 'created # branch', other: 'created # branches' });
  if (kind === 'removed') return plural(count, { one: 'deleted # branch', other: 'deleted # branches' });
  return plural(count, { one: 'pushed to # branch', other: 'pushed to # branches' });
}

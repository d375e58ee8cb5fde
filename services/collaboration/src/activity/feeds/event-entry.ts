import type { FeedEntry } from '@forgemesh/http';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ContributionEvent } from '@forgemesh/proto/collaboration/v1/contribution_event';

const pages: Partial<Record<string, string>> = {
  Issue: 'issues',
  MergeRequest: 'merge_requests',
  Milestone: 'milestones',
};
const names: Partial<Record<string, string>> = {
  Issue: 'issue',
  MergeRequest: 'merge request',
  Milestone: 'milestone',
  'WikiPage::Meta': 'wiki page',
};

/** Returns the entry of an event. `projectUrl` is the address of its project. */
export function eventEntry(event: ResponseOf<ContributionEvent>, projectUrl: string): FeedEntry {
  return {
    id: `${projectUrl}/-/activity#event_${event.id}`,
    title: `${event.author?.name ?? 'Somebody'} ${actionOf(event)}`,
    url: `${projectUrl}${pageOf(event)}`,
    updated: event.created_at,
    author: event.author?.name ?? 'Somebody',
    text: event.note?.body ?? event.push_data?.commit_title ?? undefined,
  };
}

function actionOf({
  action_name: action,
  target_type: type,
  target_title: title,
  push_data: push,
  note,
}: ResponseOf<ContributionEvent>): string {
  if (push) return `${action} ${push.ref_type} ${push.ref ?? ''}`.trim();
  if (note) return `${action} ${names[note.noteable_type] ?? note.noteable_type.toLowerCase()}`;
  return [action, names[type ?? ''] ?? 'the project', title].filter(Boolean).join(' ');
}

function pageOf({ target_type: type, target_iid: iid, push_data: push, note }: ResponseOf<ContributionEvent>): string {
  if (push?.ref) return `/-/commits/${push.ref.split('/').map(encodeURIComponent).join('/')}`;
  const noted = pages[note?.noteable_type ?? ''];
  if (note && noted && note.noteable_iid !== undefined) return `/-/${noted}/${note.noteable_iid}#note_${note.id}`;
  const page = pages[type ?? ''];
  return page && iid ? `/-/${page}/${iid}` : '/-/activity';
}

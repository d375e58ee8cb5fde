/** Commands that the API runs when a line of a text begins with them. */
import { t } from '@lingui/core/macro';
import type { EditorSubject } from '#lib/editor-subject';

/** A command for completion. */
export interface QuickAction {
  name: string;
  text: string;
  argument?: string;
  for?: readonly EditorSubject[];
}

const issue = ['issue'] as const;
const request = ['merge_request'] as const;
const epic = ['epic'] as const;
const both = ['issue', 'merge_request'] as const;
const planned = ['issue', 'merge_request', 'epic'] as const;

const actions: readonly QuickAction[] = [
  { name: 'approve', text: t`Approve`, for: request },
  { name: 'assign', text: t`Assign`, argument: '@user', for: both },
  { name: 'assign_reviewer', text: t`Ask for a review`, argument: '@user', for: request },
  { name: 'award', text: t`Toggle a reaction`, argument: ':name:', for: planned },
  { name: 'child_epic', text: t`Add a child epic`, argument: '&1', for: epic },
  { name: 'clear_weight', text: t`Remove the weight`, for: issue },
  { name: 'close', text: t({ message: 'Close', context: 'issue or merge request' }), for: planned },
  { name: 'confidential', text: t`Make confidential`, for: issue },
  { name: 'copy_metadata', text: t`Copy labels and milestone`, argument: '#1', for: both },
  { name: 'create_merge_request', text: t`Create a branch and a merge request`, argument: 'branch', for: issue },
  { name: 'done', text: t`Mark the to-do as done`, for: planned },
  { name: 'draft', text: t`Toggle the draft state`, for: request },
  { name: 'due', text: t`Set the due date`, argument: '2026-12-31', for: issue },
  { name: 'duplicate', text: t`Close as a duplicate`, argument: '#1', for: issue },
  { name: 'epic', text: t`Add to an epic`, argument: '&1', for: issue },
  { name: 'estimate', text: t`Set the time estimate`, argument: '1h 30m', for: both },
  { name: 'label', text: t`Add labels`, argument: '~label', for: planned },
  { name: 'lock', text: t`Lock the discussion`, for: both },
  { name: 'merge', text: t`Merge`, for: request },
  { name: 'milestone', text: t`Set the milestone`, argument: '%milestone', for: both },
  { name: 'move', text: t`Move to another project`, argument: 'group/project', for: issue },
  { name: 'parent_epic', text: t`Set the parent epic`, argument: '&1', for: epic },
  { name: 'promote', text: t`Promote to an epic`, for: issue },
  { name: 'reassign', text: t`Replace the assignees`, argument: '@user', for: both },
  { name: 'rebase', text: t`Rebase the source branch`, for: request },
  { name: 'relabel', text: t`Replace all labels`, argument: '~label', for: planned },
  { name: 'relate', text: t`Relate to issues`, argument: '#1', for: issue },
  { name: 'remove_child_epic', text: t`Remove a child epic`, argument: '&1', for: epic },
  { name: 'remove_due_date', text: t`Remove the due date`, for: issue },
  { name: 'remove_epic', text: t`Remove from its epic`, for: issue },
  { name: 'remove_estimate', text: t`Remove the time estimate`, for: both },
  { name: 'remove_milestone', text: t`Remove the milestone`, for: both },
  { name: 'remove_parent_epic', text: t`Remove the parent epic`, for: epic },
  { name: 'remove_time_spent', text: t`Remove the time spent`, for: both },
  { name: 'reopen', text: t`Reopen`, for: planned },
  { name: 'request_review', text: t`Ask for a review, also again`, argument: '@user', for: request },
  { name: 'shrug', text: t`Add ¯\\_(ツ)_/¯`, for: planned },
  { name: 'spend', text: t`Add time spent`, argument: '1h 30m', for: both },
  { name: 'subscribe', text: t`Subscribe to notifications`, for: both },
  { name: 'tableflip', text: t`Add (╯°□°)╯︵ ┻━┻`, for: planned },
  { name: 'tag', text: t`Tag this commit`, argument: 'v1.0', for: ['commit'] },
  { name: 'target_branch', text: t`Change the target branch`, argument: 'branch', for: request },
  { name: 'title', text: t`Change the title`, argument: t`New title`, for: planned },
  { name: 'todo', text: t`Add a to-do`, for: planned },
  { name: 'unassign', text: t`Remove assignees`, argument: '@user', for: both },
  { name: 'unassign_reviewer', text: t`Remove reviewers`, argument: '@user', for: request },
  { name: 'unlabel', text: t`Remove labels`, argument: '~label', for: planned },
  { name: 'unlock', text: t`Unlock the discussion`, for: both },
  { name: 'unsubscribe', text: t`Unsubscribe from notifications`, for: both },
  { name: 'weight', text: t`Set the weight`, argument: '3', for: issue },
];

/** The commands that a text may have. */
export function quickActionsFor(subject: EditorSubject): QuickAction[] {
  return actions.filter(({ for: subjects }) => !subjects || subjects.includes(subject));
}

/** Commands that the API runs when a line of a text begins with them. */
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
  { name: 'approve', text: 'Approve', for: request },
  { name: 'assign', text: 'Assign', argument: '@user', for: both },
  { name: 'assign_reviewer', text: 'Ask for a review', argument: '@user', for: request },
  { name: 'award', text: 'Toggle a reaction', argument: ':name:', for: planned },
  { name: 'child_epic', text: 'Add a child epic', argument: '&1', for: epic },
  { name: 'clear_weight', text: 'Remove the weight', for: issue },
  { name: 'close', text: 'Close', for: planned },
  { name: 'confidential', text: 'Make confidential', for: issue },
  { name: 'copy_metadata', text: 'Copy labels and milestone', argument: '#1', for: both },
  { name: 'create_merge_request', text: 'Create a branch and a merge request', argument: 'branch', for: issue },
  { name: 'done', text: 'Mark the to-do as done', for: planned },
  { name: 'draft', text: 'Toggle the draft state', for: request },
  { name: 'due', text: 'Set the due date', argument: '2026-12-31', for: issue },
  { name: 'duplicate', text: 'Close as a duplicate', argument: '#1', for: issue },
  { name: 'epic', text: 'Add to an epic', argument: '&1', for: issue },
  { name: 'estimate', text: 'Set the time estimate', argument: '1h 30m', for: both },
  { name: 'label', text: 'Add labels', argument: '~label', for: planned },
  { name: 'lock', text: 'Lock the discussion', for: both },
  { name: 'merge', text: 'Merge', for: request },
  { name: 'milestone', text: 'Set the milestone', argument: '%milestone', for: both },
  { name: 'move', text: 'Move to another project', argument: 'group/project', for: issue },
  { name: 'parent_epic', text: 'Set the parent epic', argument: '&1', for: epic },
  { name: 'promote', text: 'Promote to an epic', for: issue },
  { name: 'reassign', text: 'Replace the assignees', argument: '@user', for: both },
  { name: 'rebase', text: 'Rebase the source branch', for: request },
  { name: 'relabel', text: 'Replace all labels', argument: '~label', for: planned },
  { name: 'relate', text: 'Relate to issues', argument: '#1', for: issue },
  { name: 'remove_child_epic', text: 'Remove a child epic', argument: '&1', for: epic },
  { name: 'remove_due_date', text: 'Remove the due date', for: issue },
  { name: 'remove_epic', text: 'Remove from its epic', for: issue },
  { name: 'remove_estimate', text: 'Remove the time estimate', for: both },
  { name: 'remove_milestone', text: 'Remove the milestone', for: both },
  { name: 'remove_parent_epic', text: 'Remove the parent epic', for: epic },
  { name: 'remove_time_spent', text: 'Remove the time spent', for: both },
  { name: 'reopen', text: 'Reopen', for: planned },
  { name: 'request_review', text: 'Ask for a review, also again', argument: '@user', for: request },
  { name: 'shrug', text: 'Add ¯\\_(ツ)_/¯', for: planned },
  { name: 'spend', text: 'Add time spent', argument: '1h 30m', for: both },
  { name: 'subscribe', text: 'Subscribe to notifications', for: both },
  { name: 'tableflip', text: 'Add (╯°□°)╯︵ ┻━┻', for: planned },
  { name: 'tag', text: 'Tag this commit', argument: 'v1.0', for: ['commit'] },
  { name: 'target_branch', text: 'Change the target branch', argument: 'branch', for: request },
  { name: 'title', text: 'Change the title', argument: 'New title', for: planned },
  { name: 'todo', text: 'Add a to-do', for: planned },
  { name: 'unassign', text: 'Remove assignees', argument: '@user', for: both },
  { name: 'unassign_reviewer', text: 'Remove reviewers', argument: '@user', for: request },
  { name: 'unlabel', text: 'Remove labels', argument: '~label', for: planned },
  { name: 'unlock', text: 'Unlock the discussion', for: both },
  { name: 'unsubscribe', text: 'Unsubscribe from notifications', for: both },
  { name: 'weight', text: 'Set the weight', argument: '3', for: issue },
];

/** The commands that a text may have. */
export function quickActionsFor(subject: EditorSubject): QuickAction[] {
  return actions.filter(({ for: subjects }) => !subjects || subjects.includes(subject));
}

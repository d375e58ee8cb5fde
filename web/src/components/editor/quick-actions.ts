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
const both = ['issue', 'merge_request'] as const;
const planned = ['issue', 'merge_request', 'epic'] as const;

const actions: readonly QuickAction[] = [
  { name: 'approve', text: 'Approve', for: request },
  { name: 'assign', text: 'Assign', argument: '@user', for: both },
  { name: 'award', text: 'Toggle a reaction', argument: ':name:', for: planned },
  { name: 'clear_weight', text: 'Remove the weight', for: issue },
  { name: 'close', text: 'Close', for: planned },
  { name: 'confidential', text: 'Make confidential', for: issue },
  { name: 'copy_metadata', text: 'Copy labels and milestone', argument: '#1', for: both },
  { name: 'done', text: 'Mark the to-do as done', for: planned },
  { name: 'due', text: 'Set the due date', argument: '2026-12-31', for: issue },
  { name: 'duplicate', text: 'Close as a duplicate', argument: '#1', for: issue },
  { name: 'epic', text: 'Add to an epic', argument: '&1', for: issue },
  { name: 'estimate', text: 'Set the time estimate', argument: '1h 30m', for: both },
  { name: 'label', text: 'Add labels', argument: '~label', for: planned },
  { name: 'lock', text: 'Lock the discussion', for: both },
  { name: 'merge', text: 'Merge', for: request },
  { name: 'milestone', text: 'Set the milestone', argument: '%milestone', for: both },
  { name: 'move', text: 'Move to another project', argument: 'group/project', for: issue },
  { name: 'reassign', text: 'Replace the assignees', argument: '@user', for: both },
  { name: 'rebase', text: 'Rebase the source branch', for: request },
  { name: 'relabel', text: 'Replace all labels', argument: '~label', for: planned },
  { name: 'relate', text: 'Relate to issues', argument: '#1', for: issue },
  { name: 'remove_due_date', text: 'Remove the due date', for: issue },
  { name: 'remove_epic', text: 'Remove from its epic', for: issue },
  { name: 'remove_estimate', text: 'Remove the time estimate', for: both },
  { name: 'remove_milestone', text: 'Remove the milestone', for: both },
  { name: 'remove_time_spent', text: 'Remove the time spent', for: both },
  { name: 'reopen', text: 'Reopen', for: planned },
  { name: 'spend', text: 'Add time spent', argument: '1h 30m', for: both },
  { name: 'tag', text: 'Tag this commit', argument: 'v1.0', for: ['commit'] },
  { name: 'target_branch', text: 'Change the target branch', argument: 'branch', for: request },
  { name: 'title', text: 'Change the title', argument: 'New title', for: planned },
  { name: 'unassign', text: 'Remove assignees', argument: '@user', for: both },
  { name: 'unlabel', text: 'Remove labels', argument: '~label', for: planned },
  { name: 'unlock', text: 'Unlock the discussion', for: both },
  { name: 'weight', text: 'Set the weight', argument: '3', for: issue },
  { name: 'wip', text: 'Toggle the draft state', for: request },
];

const MAX_SHOWN = 8;

/** A command that is being typed: its start in the text and the commands that match. */
export interface Completion {
  start: number;
  matches: QuickAction[];
}

/** Returns the commands that match the line before the cursor. */
export function completionAt(text: string, cursor: number, subject: EditorSubject): Completion | undefined {
  const start = text.lastIndexOf('\n', cursor - 1) + 1;
  const [, typed] = /^\/([a-z_]*)$/.exec(text.slice(start, cursor)) ?? [];
  if (typed === undefined) return undefined;
  const matches = actions
    .filter(({ name, for: subjects }) => name.startsWith(typed) && (!subjects || subjects.includes(subject)))
    .slice(0, MAX_SHOWN);
  return matches.length > 0 ? { start, matches } : undefined;
}

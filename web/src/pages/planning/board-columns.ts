/** Columns of a board, the issues that they show, and what happens when an issue moves. */
import type { Board, Issue } from '#api/types';
import { stateNames } from '#components/item-states';
import { issueQuery, type FilterValues } from '#components/items/filters/item-query';
import { labelNames } from '#data/item-labels';

/** A column: issues with a label, or open and closed ones without. */
export interface Column {
  key: string;
  title: string;
  label: string | undefined;
  /** The list of the board; absent for the columns that every board has. */
  list?: { id: number; position: number; maxCount: number };
}

/** Returns the columns of a board. */
export function columnsOf(board: Board): Column[] {
  const lists = board.lists.flatMap(({ id, label, position, max_issue_count: maxCount }) =>
    label
      ? [{ key: `label-${label.name}`, title: label.name, label: label.name, list: { id, position, maxCount } }]
      : [],
  );
  return [
    { key: 'open', title: stateNames.issue.opened, label: undefined },
    ...lists,
    { key: 'closed', title: stateNames.issue.closed, label: undefined },
  ];
}

/** Returns the labels of all columns. */
export function labelsOf(columns: readonly Column[]): string[] {
  return columns.flatMap(({ label }) => label ?? []);
}

/** Returns the parameters for the issues of a column: those of the board, and of the address. */
export function columnQuery(board: Board, column: Column, columns: readonly Column[], filters: FilterValues) {
  const wanted = issueQuery(filters);
  const own = column.label === undefined ? [] : [column.label];
  const labels = [...new Set([...board.labels.map(({ name }) => name), ...(wanted['labels[]'] ?? []), ...own])];
  const excluded = column.key === 'open' ? labelsOf(columns) : [];
  const without = [...(wanted['not[labels]']?.split(',') ?? []), ...excluded];
  return {
    ...wanted,
    ...(board.milestone && wanted.milestone === undefined && { milestone: board.milestone.title }),
    ...(board.assignee && wanted['assignee_username[]'] === undefined && { assignee_id: String(board.assignee.id) }),
    ...(board.weight !== null && wanted.weight === undefined && { weight: String(board.weight) }),
    ...(labels.length > 0 && { 'labels[]': labels }),
    ...(without.length > 0 && { 'not[labels]': without.join(',') }),
    state: column.key === 'closed' ? ('closed' as const) : ('opened' as const),
  };
}

/** Returns the change of an issue that moves into a column; undefined if it is there already. */
export function changeFor(issue: Issue, column: Column, columns: readonly Column[]) {
  const present = labelsOf(columns).filter((name) => labelNames(issue.labels).includes(name));
  const removed = column.key === 'closed' ? [] : present.filter((name) => name !== column.label);
  const isClosed = issue.state === 'closed';
  const change: { remove_labels?: string[]; add_labels?: string[]; state_event?: 'close' | 'reopen' } = {
    ...(removed.length > 0 && { remove_labels: removed }),
    ...(column.label !== undefined && !present.includes(column.label) && { add_labels: [column.label] }),
    ...(column.key === 'closed' && !isClosed && { state_event: 'close' }),
    ...(column.key !== 'closed' && isClosed && { state_event: 'reopen' }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}

/** Returns an issue as it is after a change. */
export function withChange(issue: Issue, change: ReturnType<typeof changeFor>): Issue {
  const { remove_labels: removed = [], add_labels: added = [], state_event: event } = change ?? {};
  const labels = labelNames(issue.labels).filter((name) => !removed.includes(name));
  const state = event === undefined ? issue.state : event === 'close' ? 'closed' : 'opened';
  return { ...issue, labels: [...labels, ...added], state };
}

/** Returns the issues between which an issue comes; undefined without others. */
export function adjacentAt(issues: readonly Issue[], moved: Issue, index: number) {
  const others = issues.filter(({ id }) => id !== moved.id);
  const [before, after] = [others[index - 1], others[index]];
  if (!before && !after) return undefined;
  return { ...(before && { move_before_id: before.id }), ...(after && { move_after_id: after.id }) };
}

/** Returns the issues with another one at a place among the others. */
export function withIssueAt(issues: readonly Issue[], moved: Issue, index: number): Issue[] {
  const others = issues.filter(({ id }) => id !== moved.id);
  return [...others.slice(0, index), moved, ...others.slice(index)];
}

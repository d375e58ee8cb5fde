/** The order of the issues of an epic: manually moved ones first, then the others, oldest first. */
import type { EpicDocument } from '#items/model';

type Ordered = Pick<EpicDocument, 'issue_order'>;

/** Ids of an epic's issues in order. */
export function orderIssues({ issue_order: moved }: Ordered, ids: readonly number[]): number[] {
  const present = new Set(ids);
  const first = moved.filter((id) => present.has(id));
  const placed = new Set(first);
  return [...first, ...ids.filter((id) => !placed.has(id)).sort((one, other) => one - other)];
}

/** The new position of an issue among the others. */
export interface IssuePosition {
  /** The issue that it follows. */
  after?: number | undefined;
  /** The issue that it precedes. */
  before?: number | undefined;
}

/**
 * The order after moving an issue; undefined if the issue or the named neighbor is not in the
 * order.
 */
export function reorderIssue(
  order: readonly number[],
  id: number,
  { after, before }: IssuePosition,
): number[] | undefined {
  const others = order.filter((one) => one !== id);
  const named = [after, before].filter((one) => one !== undefined);
  if (others.length === order.length || !named.every((one) => others.includes(one))) return undefined;
  if (named.length === 0) return [...order];
  const index = after === undefined ? others.indexOf(before ?? 0) : others.indexOf(after) + 1;
  return [...others.slice(0, index), id, ...others.slice(index)];
}

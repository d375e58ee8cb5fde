/**
 * The order of the issues of an epic: first those that somebody moved by hand, then the others, the
 * oldest first.
 */
import type { EpicDocument } from '../epics/epic.model';

type Ordered = Pick<EpicDocument, 'issue_order'>;

/** Ids of an epic's issues in their order. */
export function orderIssues({ issue_order: moved }: Ordered, ids: readonly number[]): number[] {
  const present = new Set(ids);
  const first = moved.filter((id) => present.has(id));
  const placed = new Set(first);
  return [...first, ...ids.filter((id) => !placed.has(id)).sort((one, other) => one - other)];
}

/** Where an issue goes among the others. */
export interface Place {
  /** The issue that it comes after. */
  after?: number | undefined;
  /** The issue that it comes before. */
  before?: number | undefined;
}

/**
 * The order once an issue has moved; undefined where it or one of its neighbours is not there. What
 * nobody moved stays out of it.
 */
export function moveIssueTo(order: readonly number[], id: number, { after, before }: Place): number[] | undefined {
  const others = order.filter((one) => one !== id);
  const named = [after, before].filter((one) => one !== undefined);
  if (others.length === order.length || !named.every((one) => others.includes(one))) return undefined;
  if (named.length === 0) return [...order];
  const index = after === undefined ? others.indexOf(before ?? 0) : others.indexOf(after) + 1;
  return [...others.slice(0, index), id, ...others.slice(index)];
}

/**
 * The operations on items that labels and milestones need. The areas of items implement them, and
 * `compose.ts` connects both.
 */
import type { Call } from '@forgemesh/rpc';
import type { LabelScope } from './label-scope';
import type { LabelDocument } from './label.model';

/** Counts for one label. */
export interface LabelCounts {
  open_issues_count: number;
  closed_issues_count: number;
  open_merge_requests_count: number;
}

/** The items that labels and milestones are set on. */
export interface PlannedItems {
  /** Counts the items of a project or group that the caller may see, by id of the label. */
  countByLabel(
    call: Call<unknown>,
    labels: readonly LabelDocument[],
    scope: Pick<LabelScope, 'project_id'>,
  ): Promise<ReadonlyMap<number, LabelCounts>>;
  /** Removes a label from all items, or replaces it by `replacement`. */
  replaceLabel(labelId: number, replacement: number | null): Promise<void>;
  /** Removes a milestone from all items, or replaces it by `replacement`. */
  replaceMilestone(milestoneId: number, replacement: number | null): Promise<void>;
}

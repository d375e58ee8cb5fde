/** Counts of the items that have a label. The areas of items count them; `compose.ts` connects both. */
import type { Call } from '@forgemesh/rpc';
import type { LabelScope } from './label-scope';
import type { LabelDocument } from './label.model';

/** Counts for one label. */
export interface LabelCounts {
  open_issues_count: number;
  closed_issues_count: number;
  open_merge_requests_count: number;
}

/**
 * Counts by label the items of a project or group that the caller may see, by id of the label.
 */
export type CountLabelled = (
  call: Call<unknown>,
  labels: readonly LabelDocument[],
  scope: Pick<LabelScope, 'project_id'>,
) => Promise<ReadonlyMap<number, LabelCounts>>;

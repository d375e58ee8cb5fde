/** A change of several issues or merge requests: each is changed by the operations for one. */
import type { Issue, MergeRequest } from '#api/types';
import { moveIssue, subscribeToIssue, unsubscribeFromIssue, updateIssue } from '#data/issues';
import { subscribeMergeRequest, unsubscribeMergeRequest, updateMergeRequest } from '#data/merge-requests';
import { ApiError } from '#lib/api-error';
import type { ListKind } from '../filters/filter-kinds';

/** An issue or a merge request. */
export type BulkItem = Issue | MergeRequest;

/** What changes; absent parts stay as they are. */
export interface BulkChange {
  addedLabels: string[];
  removedLabels: string[];
  /** Ids of the assignees, who replace the present ones; empty for nobody. */
  assignees?: number[];
  /** Id of the milestone; 0 for none. */
  milestone?: number;
  state?: 'close' | 'reopen';
  isLocked?: boolean;
  isSubscribed?: boolean;
  /** Id of the project that issues move to. */
  target?: number;
}

/** Nothing changes. */
export const noChange: BulkChange = { addedLabels: [], removedLabels: [] };

/** Whether a change changes anything. */
export function hasEffect(change: BulkChange): boolean {
  const { isSubscribed, target } = change;
  return Object.keys(fieldsOf(change)).length > 0 || isSubscribed !== undefined || target !== undefined;
}

/** Changes an item. A move comes last, because it closes the issue. */
export async function applyChange(list: ListKind, item: BulkItem, change: BulkChange): Promise<void> {
  const fields = fieldsOf(change);
  const operations = list === 'issues' ? issueOperations : requestOperations;
  if (Object.keys(fields).length > 0) await operations.update(item.project_id, item.iid, fields);
  if (change.isSubscribed !== undefined) {
    const subscribe = change.isSubscribed ? operations.subscribe : operations.unsubscribe;
    await subscribe(item.project_id, item.iid).catch(ignoreUnchanged);
  }
  if (change.target !== undefined) await moveIssue(item.project_id, item.iid, { to_project_id: change.target });
}

const issueOperations = {
  update: updateIssue,
  subscribe: subscribeToIssue,
  unsubscribe: unsubscribeFromIssue,
};

const requestOperations = {
  update: updateMergeRequest,
  subscribe: subscribeMergeRequest,
  unsubscribe: unsubscribeMergeRequest,
};

/** The API answers 304 if the caller already has the subscription. */
function ignoreUnchanged(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 304) throw error;
}

function fieldsOf({ addedLabels, removedLabels, assignees, milestone, state, isLocked }: BulkChange) {
  return {
    ...(addedLabels.length > 0 && { add_labels: addedLabels }),
    ...(removedLabels.length > 0 && { remove_labels: removedLabels }),
    // An empty list would be no parameter in other encodings than JSON; 0 removes all.
    ...(assignees !== undefined && { assignee_ids: assignees.length === 0 ? [0] : assignees }),
    ...(milestone !== undefined && { milestone_id: milestone }),
    ...(state !== undefined && { state_event: state }),
    ...(isLocked !== undefined && { discussion_locked: isLocked }),
  };
}

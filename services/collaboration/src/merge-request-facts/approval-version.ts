/** Which version of a merge request approvals have to be of. */
import type { MergeRequestDocument } from '../items/merge-requests/merge-request.model';

/**
 * Number of the newest version that was not made by a rebase: approvals outlive those that were.
 */
export function approvalVersionOf({
  approval_version: kept,
  version_number: newest,
}: Pick<MergeRequestDocument, 'approval_version' | 'version_number'>): number {
  return kept ?? newest;
}

/** The diff version for which approvals of a merge request count. */
import type { MergeRequestDocument } from '#items/model';

/**
 * Number of the newest version that was not created by a rebase: approvals stay valid after
 * rebases.
 */
export function approvalVersionOf({
  approval_version: stored,
  version_number: newest,
}: Pick<MergeRequestDocument, 'approval_version' | 'version_number'>): number {
  return stored ?? newest;
}

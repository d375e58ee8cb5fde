/** Committers of a merge request. */
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import type { RequestApprovalsDeps } from './deps';

/**
 * Ids of the users who are authors or committers of the commits of a merge request; empty while a
 * branch is missing.
 */
export async function committersOf(
  { clients }: Pick<RequestApprovalsDeps, 'clients'>,
  { project_id, base_sha: base, head_sha: head }: MergeRequestSummary,
  storage: string,
): Promise<number[]> {
  if (base === undefined || head === undefined) return [];
  // The target repository also holds the commits of a fork, so this works after the fork is
  // deleted.
  const { emails } = await clients.committers.listCommitterEmails({
    project_id,
    storage,
    base_sha: base,
    head_sha: head,
  });
  if (emails.length === 0) return [];
  const { users } = await clients.users.listUserProfiles({ emails });
  return users.map(({ id }) => id);
}

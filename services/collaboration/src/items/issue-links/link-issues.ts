import type { Call } from '@forgemesh/rpc';
import { isDuplicateKey } from '@forgemesh/data';
import { ConflictError } from '@forgemesh/errors';
import type { IssueDocument } from '#items/model';
import { pairOf } from './issue-link.model';
import { recordLink } from './record-link';
import type { IssueLinksDeps } from './deps';

/**
 * Links two issues that the caller administers. Throws ConflictError if they are linked already.
 */
export async function linkIssues(
  call: Call<IssueLinksDeps>,
  source: IssueDocument,
  target: IssueDocument,
): Promise<void> {
  const { deps, principal, operationId } = call;
  const issueIds: [number, number] = [source._id, target._id];
  try {
    const link = await deps.issueLinks.insert(
      {
        _id: await deps.issueLinks.nextId(),
        issue_ids: issueIds,
        pair: pairOf(issueIds),
        created_at: new Date(),
        ...(operationId !== undefined && { operation_id: operationId }),
      },
      [{ type: 'collaboration.issue_link.created', actor: principal.id }],
    );
    await recordLink(deps, link, { actor: principal.id, at: link.created_at, isLinked: true });
  } catch (error) {
    if (isDuplicateKey(error)) throw new ConflictError('Issue(s) already assigned');
    throw error;
  }
}

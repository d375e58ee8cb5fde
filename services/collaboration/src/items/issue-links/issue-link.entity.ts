/** Presents issue links in the API. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { IssueLink } from '@forgemesh/proto/collaboration/v1/issue_link';
import { presentIssues } from '#items/issues';
import type { IssueDocument } from '#items/model';
import type { IssueLinkDocument } from './issue-link.model';
import type { IssueLinksDeps } from './deps';

/** A link in its events. */
export function presentIssueLinkEvent(link: IssueLinkDocument): EventEntity<'collaboration.issue_link.created'> {
  const { _id: id, issue_ids } = link;
  return { id, issue_ids };
}

/** The two issues of a link, presented relative to the first one's project. */
export async function presentIssueLink(
  call: Call<IssueLinksDeps>,
  issues: readonly [IssueDocument, IssueDocument],
): Promise<ResponseOf<IssueLink>> {
  const view = { base: { project_id: call.resource('id').id }, reader: call, tier: call.context.tier };
  const [source, target] = await presentIssues(call.deps, issues, view);
  return { source_issue: source, target_issue: target } as ResponseOf<IssueLink>;
}

import { type Call, operation } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { IssueLinkServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_link';
import { findIssue, readableIssues } from '#items/issues';
import { canAdminIssues } from '#access';
import { presentIssueLink } from '../issue-link.entity';
import { otherOf } from '../issue-link.model';
import { recordLink } from '../record-link';
import type { IssueLinksDeps } from '../deps';

/** Removes a link of an issue. */
export const deleteIssueLink = operation(
  IssueLinkServiceDefinition.deleteIssueLink,
  async (request, call: Call<IssueLinksDeps>) => {
    const { deps, principal } = call;
    const issue = await findIssue(call, request.issue_iid, 'Issue');
    const link = await deps.issueLinks.find(request.issue_link_id);
    if (!link?.issue_ids.includes(issue._id)) throw new NotFoundError('Issue Link');
    const found = await deps.items.issues.find(otherOf(link, issue._id));
    const [other] = await readableIssues(call, found ? [found] : []);
    if (!other || !canAdminIssues(other.project)) throw new NotFoundError('Issue Link');
    call.assertUnmodified(link.created_at);
    const actor = principal.id;
    if (!(await deps.issueLinks.remove(link, { type: 'collaboration.issue_link.deleted', actor })))
      throw new NotFoundError('Issue Link');
    await recordLink(deps, link, { actor, at: new Date(), isLinked: false });
    const [source, target] = link.issue_ids[0] === issue._id ? [issue, other.issue] : [other.issue, issue];
    return presentIssueLink(call, [source, target]);
  },
);

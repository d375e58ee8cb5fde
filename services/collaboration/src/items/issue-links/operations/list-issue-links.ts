import { type Call, operation } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { IssueLinkServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue_link';
import { findIssue, presentIssues, readableIssues } from '#items/issues';
import type { IssueDocument } from '#items/model';
import { otherOf, type IssueLinkDocument } from '../issue-link.model';
import type { IssueLinksDeps } from '../deps';

/** Lists the issues that an issue is linked with. */
export const listIssueLinks = operation(
  IssueLinkServiceDefinition.listIssueLinks,
  async (request, call: Call<IssueLinksDeps>) => {
    const { deps, context } = call;
    const { _id: id } = await findIssue(call, request.issue_iid);
    const links = await deps.issueLinks.model.find({ issue_ids: id }).sort({ _id: 1 }).lean<IssueLinkDocument[]>();
    const linkOf = new Map(links.map((link) => [otherOf(link, id), link._id]));
    const others = await deps.items.issues.model.find({ _id: { $in: [...linkOf.keys()] } }).lean<IssueDocument[]>();
    const shown = (await readableIssues(call, others)).map(({ issue }) => issue);
    shown.sort((one, other) => (linkOf.get(one._id) ?? 0) - (linkOf.get(other._id) ?? 0));
    const view = { base: { project_id: call.resource('id').id }, reader: call, tier: context.tier };
    const issues = await presentIssues(deps, pageRows(call, shown, request), view);
    return { issues: issues.map((issue) => ({ ...issue, issue_link_id: linkOf.get(issue.id) ?? null })) };
  },
);

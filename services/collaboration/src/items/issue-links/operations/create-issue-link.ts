import { type Call, operation } from '@forgemesh/rpc';
import { ForbiddenError, NotFoundError, ValidationError } from '@forgemesh/errors';
import { IssueLinkServiceDefinition, type CreateIssueLinkRequest } from '@forgemesh/proto/collaboration/v1/issue_link';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { authorizeFor, canAdminIssues } from '#access';
import { findIssue, readableIssues } from '#items/issues';
import type { IssueDocument } from '#items/model';
import { presentIssueLink } from '../issue-link.entity';
import { linkIssues } from '../link-issues';
import type { IssueLinksDeps } from '../deps';

/** Links an issue with another one. */
export const createIssueLink = operation(
  IssueLinkServiceDefinition.createIssueLink,
  async (request, call: Call<IssueLinksDeps>) => {
    const issue = await findIssue(call, request.issue_iid, 'Issue');
    const target = await findTarget(call, request);
    if (target._id === issue._id) throw new ValidationError({ source: ['cannot be related to itself'] });
    await linkIssues(call, issue, target);
    return presentIssueLink(call, [issue, target]);
  },
);

type TargetRequest = Pick<CreateIssueLinkRequest, 'target_project_id' | 'target_issue_iid'>;

async function findTarget(
  call: Call<IssueLinksDeps>,
  { target_project_id: ref, target_issue_iid: iid }: TargetRequest,
): Promise<IssueDocument> {
  const project = await authorizeFor(call, ReferenceKind.REFERENCE_KIND_PROJECT, ref);
  if (!project.found) throw new NotFoundError('Project');
  const found = await call.deps.items.issues.model.findOne({ project_id: project.id, iid }).lean<IssueDocument>();
  const [readable] = await readableIssues(call, found ? [found] : []);
  if (!readable) throw new NotFoundError('Issue');
  if (!canAdminIssues(readable.project)) throw new ForbiddenError();
  return readable.issue;
}

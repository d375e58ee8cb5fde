/** Creates a branch and a merge request for an issue. */
import type { Call } from '@forgemesh/rpc';
import { canPush, canReadFeature } from '@forgemesh/access';
import { ForbiddenError } from '@forgemesh/errors';
import { insertMergeRequest } from './changes/insert-merge-request';
import { canCreateMergeRequestIn } from '#access';
import type { IssueDocument } from '#items/model';
import { issueTarget } from '#items/issues';
import { readLabelsById } from '#planning/labels';
import type { MergeRequestsDeps } from './deps';

const MAX_TITLE = 255;
const MAX_BRANCH = 100;

/**
 * Creates a branch from the default branch, and a merge request into it; the branch is named after
 * the issue if no name is given. Throws ForgeError if the caller may not, if the branch exists, or
 * if the issue is confidential, because the merge request would reveal its title.
 */
export async function createMergeRequestForIssue(
  call: Call<MergeRequestsDeps>,
  issue: IssueDocument,
  requestedBranch: string,
): Promise<void> {
  const { deps, principal, context, operationId } = call;
  const project = call.resource('id');
  const { default_branch: target, full_path: path } = project;
  const canCreateBranch = canReadFeature(project, 'repository') && canPush(project);
  if (issue.confidential || target === '' || !canCreateBranch || !canCreateMergeRequestIn(project))
    throw new ForbiddenError();
  const branch = requestedBranch === '' ? branchOf(issue) : requestedBranch;
  await deps.clients.branches.createBranch({ id: String(project.id), branch, ref: target }, { context });
  const link = `/${path}/-/compare/${encodeURIComponent(target)}...${encodeURIComponent(branch)}`;
  await deps.history.addNote(issueTarget(issue), {
    effect_key: `branch/${operationId ?? `${issue._id}/${branch}`}`,
    author_id: principal.id,
    at: new Date(),
    body: `created branch [\`${branch}\`](${link}) to address this issue`,
  });
  if (await deps.items.mergeRequests.findByOperation(operationId ?? '')) return;
  const labels = [...(await readLabelsById(deps, issue.label_ids)).values()].map(({ title }) => title);
  const attributes = {
    description: `Closes #${issue.iid}`,
    labels,
    ...(issue.milestone_id !== null && { milestone_id: issue.milestone_id }),
  };
  const title = `WIP: Resolve "${issue.title}"`.slice(0, MAX_TITLE);
  await insertMergeRequest(call, { title, source_branch: branch, target_branch: target, attributes }, 'id');
}

/** A branch name such as `12-title-of-the-issue`. */
function branchOf({ iid, title }: IssueDocument): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const named = [String(iid), ...words].join('-');
  return named.length <= MAX_BRANCH ? named : named.slice(0, named.lastIndexOf('-', MAX_BRANCH));
}

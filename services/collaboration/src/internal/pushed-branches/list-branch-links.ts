import { type Call, internalOperation } from '@forgemesh/rpc';
import { PushedBranchServiceDefinition } from '@forgemesh/proto/collaboration/v1/pushed_branch';
import { type AccessDeps, rightsOnProjects, subjectOfUser } from '#access';
import { type MergeRequestChangesDeps, mergeSettingsOfOne, requestsOfBranches } from '#items/merge-requests';
import type { MergeRequestDocument } from '#items/model';

/** Lists the pages of the merge requests of branches. */
export const listBranchLinks = internalOperation(
  PushedBranchServiceDefinition.listBranchLinks,
  async ({ project_id, branches, user_id, full_path }, { deps }: Call<MergeRequestChangesDeps>) => {
    const [projectUrl, open] = await Promise.all([
      full_path === undefined ? findProjectUrl(deps, project_id) : deps.instance.urls.page(full_path),
      requestsOfBranches(
        deps,
        branches.map((branch) => ({ project_id, branch })),
      ),
    ]);
    if (projectUrl === undefined) return { links: [] };
    const fromHere = open.filter(({ source_project_id: source }) => source === project_id);
    const urls = new Map([[project_id, projectUrl], ...(await urlsOfOthers(deps, fromHere, { project_id, user_id }))]);
    const newest = fromHere.sort((a, b) => b._id - a._id);
    const links = branches.map((branch) => {
      const found = newest.find(
        ({ source_branch, project_id: target }) => source_branch === branch && urls.has(target),
      );
      const page = found ? `${urls.get(found.project_id)}/-/merge_requests/${found.iid}` : undefined;
      return {
        branch,
        web_url: page ?? newRequestUrl(projectUrl, branch),
        has_merge_request: page !== undefined,
      };
    });
    return { links };
  },
);

function newRequestUrl(projectUrl: string, branch: string): string {
  const query = new URLSearchParams({ 'merge_request[source_branch]': branch });
  return `${projectUrl}/-/merge_requests/new?${query.toString()}`;
}

/** URL of a project; undefined if it does not exist or its pushes print no links. */
async function findProjectUrl(
  deps: Pick<AccessDeps, 'clients' | 'display'>,
  projectId: number,
): Promise<string | undefined> {
  const [settings, project] = await Promise.all([
    mergeSettingsOfOne(deps, projectId),
    deps.display.projects.get(projectId),
  ]);
  return settings?.printing_merge_request_link_enabled ? project?.web_url : undefined;
}

/** URLs of other target projects by id; those that the user may not read are left out. */
async function urlsOfOthers(
  deps: Pick<AccessDeps, 'clients' | 'display'>,
  requests: readonly MergeRequestDocument[],
  { project_id, user_id }: { project_id: number; user_id: number | undefined },
): Promise<[number, string][]> {
  const targets = new Set(requests.map(({ project_id: target }) => target));
  targets.delete(project_id);
  if (targets.size === 0) return [];
  const subject = await subjectOfUser(deps, user_id ?? null);
  const readable = subject ? [...(await rightsOnProjects(deps, subject, [...targets])).keys()] : [];
  const profiles = await deps.display.projects.find(readable);
  return [...profiles].map(([id, { web_url }]) => [id, web_url]);
}

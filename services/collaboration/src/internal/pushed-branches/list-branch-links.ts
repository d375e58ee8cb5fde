import { type Call, internalOperation } from '@forgemesh/rpc';
import { PushedBranchServiceDefinition } from '@forgemesh/proto/collaboration/v1/pushed_branch';
import { type AccessDeps, rightsOnProjects, subjectOfUser } from '#access';
import { type MergeRequestChangesDeps, mergeSettingsOfOne, requestsOfBranches } from '#items/merge-requests';
import type { MergeRequestDocument } from '#items/model';

/** Lists the pages of the merge requests of branches. */
export const listBranchLinks = internalOperation(
  PushedBranchServiceDefinition.listBranchLinks,
  async ({ project_id, branches, user_id }, { deps }: Call<MergeRequestChangesDeps>) => {
    const [settings, project, open] = await Promise.all([
      mergeSettingsOfOne(deps, project_id),
      deps.display.projects.get(project_id),
      requestsOfBranches(
        deps,
        branches.map((branch) => ({ project_id, branch })),
      ),
    ]);
    if (!settings?.printing_merge_request_link_enabled || !project) return { links: [] };
    const fromHere = open.filter(({ source_project_id: source }) => source === project_id);
    const urls = await targetUrls(deps, fromHere, { project_id, user_id });
    const newest = fromHere.sort((a, b) => b._id - a._id);
    const links = branches.map((branch) => {
      const found = newest.find(
        ({ source_branch, project_id: target }) => source_branch === branch && urls.has(target),
      );
      const page = found ? `${urls.get(found.project_id)}/-/merge_requests/${found.iid}` : undefined;
      return {
        branch,
        web_url: page ?? newRequestUrl(project.web_url, branch),
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

/** URLs of the target projects by id; those that the user may not read are left out. */
async function targetUrls(
  deps: Pick<AccessDeps, 'clients' | 'display'>,
  requests: readonly MergeRequestDocument[],
  { project_id, user_id }: { project_id: number; user_id: number | undefined },
): Promise<ReadonlyMap<number, string>> {
  const targets = new Set(requests.map(({ project_id: target }) => target));
  const others = [...targets].filter((target) => target !== project_id);
  const subject = others.length > 0 ? await subjectOfUser(deps, user_id ?? null) : null;
  const readable = subject ? [...(await rightsOnProjects(deps, subject, others)).keys()] : [];
  const profiles = await deps.display.projects.find([...(targets.has(project_id) ? [project_id] : []), ...readable]);
  return new Map([...profiles].map(([id, { web_url }]) => [id, web_url]));
}

import { pageInfo, pageOf } from '@forgemesh/data';
import { operation, type Call } from '@forgemesh/rpc';
import { CodeSearchServiceDefinition } from '@forgemesh/proto/repository/v1/code_search';
import { presentCommit } from '#commits/history';
import { findCommitId, locateRepository, resolveCommit } from '#commits';
import type { Commit } from '@forgemesh/git-engine';
import { TIMEOUT_MS } from '../find-blobs';
import type { CodeSearchDeps } from '../deps';

const beginningOfId = /^[0-9a-f]{7,40}$/i;

interface Found {
  commits: Commit[];
  total: number;
}

/** Searches commit messages. */
export const searchProjectCommits = operation(
  CodeSearchServiceDefinition.searchProjectCommits,
  async (request, call: Call<CodeSearchDeps>) => {
    const { repo } = locateRepository(call);
    const { page, per_page, skip } = pageOf(request);
    const tip = await resolveCommit(call, request.ref);
    const query = { repo, text: request.search, skip, limit: per_page };
    const { commits, total } =
      tip === null
        ? { commits: [], total: 0 }
        : ((await findById(call, request.search, skip)) ??
          (await call.deps.git.searchCommits({ ...query, tip }, { timeoutMs: TIMEOUT_MS })));
    call.setPage(pageInfo({ page, per_page, total, found: Math.max(total - skip, 0) }));
    const projectId = call.resource('id').id;
    return { commits: commits.map((commit) => ({ ...presentCommit(commit), project_id: projectId })) };
  },
);

/** The commit with an id prefix; undefined if none exists. */
async function findById(call: Call<CodeSearchDeps>, text: string, skip: number): Promise<Found | undefined> {
  if (!beginningOfId.test(text)) return undefined;
  const { repo } = locateRepository(call);
  const id = await findCommitId(call.deps, repo, text.toLowerCase());
  if (!id?.startsWith(text.toLowerCase())) return undefined;
  const commits = await call.deps.git.getCommits({ repo, ids: [id] });
  return { commits: skip === 0 ? commits.flatMap((commit) => commit ?? []) : [], total: 1 };
}

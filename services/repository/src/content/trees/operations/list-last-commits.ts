import { operation, type Call } from '@forgemesh/rpc';
import { pageInfo, pageOf } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { TreeServiceDefinition } from '@forgemesh/proto/repository/v1/tree';
import { locateRepository, resolveCommit } from '#commits';
import { presentCommit } from '#commits/history';
import { isGitError, type Commit } from '@forgemesh/git-engine';
import type { TreesDeps } from '../deps';

/** Lists the last commits of a folder's entries. */
export const listLastCommits = operation(
  TreeServiceDefinition.listLastCommits,
  async (request, call: Call<TreesDeps>) => {
    const { git } = call.deps;
    const { repo } = locateRepository(call);
    const { page, per_page, skip } = pageOf(request);
    const commitId = await resolveCommit(call, request.ref);
    if (commitId === null) throw new NotFoundError('Tree');
    const folder = { repo, commit_id: commitId, path: request.path ?? '' };
    try {
      const { entries, total } = await git.treeEntries({ ...folder, skip, limit: per_page });
      call.setPage(pageInfo({ page, per_page, total, found: Math.max(total - skip, 0) }));
      const names = entries.map(({ name }) => name);
      const found = await git.lastCommitsInFolder({ ...folder, names });
      const ids = [...new Set(found.flatMap(({ commit_id }) => commit_id ?? []))];
      const commits = new Map<string, Commit>();
      for (const commit of await git.getCommits({ repo, ids })) if (commit) commits.set(commit.id, commit);
      return {
        entries: entries.map(({ path }, index) => {
          const commit = commits.get(found[index]?.commit_id ?? '');
          return { path, commit: commit ? presentCommit(commit) : null };
        }),
      };
    } catch (error) {
      if (isGitError(error, 'path_not_found') || isGitError(error, 'invalid_path')) throw new NotFoundError('Tree');
      throw error;
    }
  },
);

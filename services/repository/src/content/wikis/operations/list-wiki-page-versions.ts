import { pageInfo, pageOf } from '@forgemesh/data';
import { WikiServiceDefinition } from '@forgemesh/proto/repository/v1/wiki';
import { operation, type Call } from '@forgemesh/rpc';
import { presentCommit } from '#commits/history';
import { findWiki, requirePage } from '../wiki-repository';
import type { WikisDeps } from '../deps';

/** Lists the commits that changed a wiki page. */
export const listWikiPageVersions = operation(
  WikiServiceDefinition.listWikiPageVersions,
  async (request, call: Call<WikisDeps>) => {
    const wiki = await findWiki(call);
    const { path } = await requirePage(call, wiki, request.slug);
    const { page, per_page, skip } = pageOf(request);
    const found = await call.deps.git.listCommits({
      repo: wiki.location.repo,
      from: wiki.commit_id === null ? [] : [wiki.commit_id],
      path,
      skip,
      limit: per_page,
    });
    const count = skip + found.commits.length;
    const total = found.has_more || (found.commits.length === 0 && skip > 0) ? undefined : count;
    call.setPage(pageInfo({ page, per_page, total, found: found.commits.length + (found.has_more ? 1 : 0) }));
    return { versions: found.commits.map((commit) => presentCommit(commit)) };
  },
);

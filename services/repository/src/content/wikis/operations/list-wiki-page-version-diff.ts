import { WikiServiceDefinition } from '@forgemesh/proto/repository/v1/wiki';
import { operation, type Call } from '@forgemesh/rpc';
import { patchLimits, presentDiffEntry } from '#commits/history';
import { findWiki, requirePage, requireVersion } from '../wiki-repository';
import type { WikisDeps } from '../deps';

/** Lists the changes of a wiki page in a commit. */
export const listWikiPageVersionDiff = operation(
  WikiServiceDefinition.listWikiPageVersionDiff,
  async ({ slug, sha }, call: Call<WikisDeps>) => {
    const wiki = await findWiki(call);
    const { path } = await requirePage(call, wiki, slug);
    const { location, commit_id } = await requireVersion(call, wiki, sha);
    const { files } = await call.deps.git.commitDiff({
      repo: location.repo,
      commit_id,
      limits: patchLimits(call.deps),
    });
    const own = files.filter(({ new_path, old_path }) => [new_path, old_path].includes(path));
    return { diffs: own.map(presentDiffEntry) };
  },
);

import { operation, type Call } from '@forgemesh/rpc';
import { WikiServiceDefinition } from '@forgemesh/proto/repository/v1/wiki';
import { commitPage } from '../commit-page';
import { findWiki, requirePage } from '../wiki-repository';
import type { WikisDeps } from '../deps';

/** Deletes a wiki page. */
export const deleteWikiPage = operation(
  WikiServiceDefinition.deleteWikiPage,
  async ({ slug }, call: Call<WikisDeps>) => {
    if (await call.deps.refs.findEarlier(call.operationId)) return {};
    const wiki = await findWiki(call);
    const { path: file_path } = await requirePage(call, wiki, slug);
    await commitPage(call, wiki, { verb: 'deleted', slug, action: { action: 'delete', file_path } });
    return {};
  },
);

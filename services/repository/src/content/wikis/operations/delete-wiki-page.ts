import { WikiServiceDefinition } from '@forgemesh/proto/repository/v1/wiki';
import { operation } from '#operation';
import { findEarlierChange } from '#refs/ref-changes/change-ref';
import { commitPage } from '../commit-page';
import { findWiki, requirePage } from '../wiki-repository';

/** Deletes a wiki page. */
export const deleteWikiPage = operation(WikiServiceDefinition.deleteWikiPage, async ({ slug }, call) => {
  if (await findEarlierChange(call.deps, call.operationId)) return {};
  const wiki = await findWiki(call);
  const { path: file_path } = await requirePage(call, wiki, slug);
  await commitPage(call, wiki, { verb: 'deleted', slug, action: { action: 'delete', file_path } });
  return {};
});

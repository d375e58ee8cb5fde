import { WikiServiceDefinition } from '@forgemesh/proto/repository/v1/wiki';
import { operation } from '#operation';
import { presentPage, presentWithContent } from '../wiki-page.entity';
import { findWiki, listPages } from '../wiki-repository';

/** Lists the pages of a wiki. */
export const listWikiPages = operation(WikiServiceDefinition.listWikiPages, async ({ with_content }, call) => {
  const wiki = await findWiki(call);
  const pages = await listPages(call, wiki);
  return { pages: with_content ? await presentWithContent(call, wiki, pages) : pages.map(presentPage) };
});

import { operation, type Call } from '@forgemesh/rpc';
import { WikiServiceDefinition } from '@forgemesh/proto/repository/v1/wiki';
import { presentPage, presentWithContent } from '../wiki-page.entity';
import { findWiki, listPages } from '../wiki-repository';
import type { WikisDeps } from '../deps';

/** Lists the pages of a wiki. */
export const listWikiPages = operation(
  WikiServiceDefinition.listWikiPages,
  async ({ with_content }, call: Call<WikisDeps>) => {
    const wiki = await findWiki(call);
    const pages = await listPages(call, wiki);
    return { pages: with_content ? await presentWithContent(call, wiki, pages) : pages.map(presentPage) };
  },
);

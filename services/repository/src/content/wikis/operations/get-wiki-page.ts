import { NotFoundError } from '@forgemesh/errors';
import { operation, type ResponseOf, type Call } from '@forgemesh/rpc';
import { WikiServiceDefinition, type WikiPage } from '@forgemesh/proto/repository/v1/wiki';
import { presentWithContent } from '../wiki-page.entity';
import { findWiki, requirePage, requireVersion, type Wiki } from '../wiki-repository';
import type { WikisDeps } from '../deps';

/** Gets a wiki page. */
export const getWikiPage = operation(
  WikiServiceDefinition.getWikiPage,
  async ({ slug, version }, call: Call<WikisDeps>) => {
    const wiki = await findWiki(call);
    return respondWithPage(call, version === undefined ? wiki : await requireVersion(call, wiki, version), slug);
  },
);

/** The page with a slug, including its content. 404 if none exists. */
export async function respondWithPage(call: Call<WikisDeps>, wiki: Wiki, slug: string): Promise<ResponseOf<WikiPage>> {
  const [page] = await presentWithContent(call, wiki, [await requirePage(call, wiki, slug)]);
  if (!page) throw new NotFoundError('Wiki Page');
  return page;
}

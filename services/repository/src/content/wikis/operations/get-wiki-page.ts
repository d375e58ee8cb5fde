import { NotFoundError } from '@forgemesh/errors';
import type { Answer, Call } from '@forgemesh/rpc';
import { WikiServiceService, type WikiPage } from '@forgemesh/proto/repository/v1/wiki';
import { operation } from '../../../operation';
import type { Repositories } from '../../../deps';
import { presentWithContent } from '../wiki-page.entity';
import { findWiki, requirePage, type Wiki } from '../wiki-repository';

/** Gets a wiki page. */
export const getWikiPage = operation(WikiServiceService.getWikiPage, async ({ slug }, call) =>
  answerPage(call, await findWiki(call), slug),
);

/** The page of a slug with its content. 404 where there is none. */
export async function answerPage(call: Call<Repositories>, wiki: Wiki, slug: string): Promise<Answer<WikiPage>> {
  const [page] = await presentWithContent(call, wiki, [await requirePage(call, wiki, slug)]);
  if (!page) throw new NotFoundError('Wiki Page');
  return page;
}

import { operation, type Call } from '@forgemesh/rpc';
import { WikiServiceDefinition } from '@forgemesh/proto/repository/v1/wiki';
import { assertFree, commitPage } from '../commit-page';
import { respondWithPage } from './get-wiki-page';
import { fileOf, slugOfTitle, type WikiFormat } from '../page-path';
import { findWiki } from '../wiki-repository';
import type { WikisDeps } from '../deps';

/** Creates a wiki page; a retry returns the page of the first attempt. */
export const createWikiPage = operation(
  WikiServiceDefinition.createWikiPage,
  async (request, call: Call<WikisDeps>) => {
    const slug = slugOfTitle(request.title);
    const wiki = await findWiki(call);
    const earlier = await call.deps.refs.findEarlier(call.operationId);
    if (earlier) return respondWithPage(call, { ...wiki, commit_id: earlier.after }, slug);
    await assertFree(call, wiki, slug);
    const file_path = fileOf(slug, (request.format ?? 'markdown') as WikiFormat);
    const content = Buffer.from(request.content);
    const action = { action: 'create' as const, file_path, content };
    return respondWithPage(call, await commitPage(call, wiki, { verb: 'created', slug, action }), slug);
  },
);

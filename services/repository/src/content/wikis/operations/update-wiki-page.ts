import { operation, type Call, type Parameters } from '@forgemesh/rpc';
import { WikiServiceDefinition, type UpdateWikiPageRequest } from '@forgemesh/proto/repository/v1/wiki';
import type { CommitAction } from '@forgemesh/git-engine';
import { assertFree, commitPage } from '../commit-page';
import { respondWithPage } from './get-wiki-page';
import { fileOf, folderOfSlug, slugOfTitle, type WikiFormat } from '../page-path';
import { findWiki, requirePage, type WikiFile } from '../wiki-repository';
import type { WikisDeps } from '../deps';

/** Changes a wiki page; another title or format moves its file. */
export const updateWikiPage = operation(
  WikiServiceDefinition.updateWikiPage,
  async (request, call: Call<WikisDeps>) => {
    const wiki = await findWiki(call);
    const slug = request.title ? slugOfTitle(request.title, folderOfSlug(request.slug)) : request.slug;
    const earlier = await call.deps.refs.findEarlier(call.operationId);
    if (earlier) return respondWithPage(call, { ...wiki, commit_id: earlier.after }, slug);
    const page = await requirePage(call, wiki, request.slug);
    if (slug !== page.slug) await assertFree(call, wiki, slug);
    const action = changeOf(page, slug, request);
    const changed = action ? await commitPage(call, wiki, { verb: 'updated', slug, action }) : wiki;
    return respondWithPage(call, changed, slug);
  },
);

/** The change of the page's file; null if nothing changes. */
function changeOf(
  { path, slug: oldSlug, format: oldFormat }: WikiFile,
  slug: string,
  { format, content }: Parameters<UpdateWikiPageRequest>,
): CommitAction | null {
  const bytes = content === undefined ? undefined : Buffer.from(content);
  const isMoved = slug !== oldSlug || (format !== undefined && format !== oldFormat);
  if (isMoved) {
    const file_path = fileOf(slug, (format ?? oldFormat) as WikiFormat);
    return { action: 'move', file_path, previous_path: path, ...(bytes && { content: bytes }) };
  }
  return bytes ? { action: 'update', file_path: path, content: bytes } : null;
}

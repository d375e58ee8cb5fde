import { WikiServiceDefinition } from '@forgemesh/proto/repository/v1/wiki';
import { operation } from '../../../operation';
import { findEarlierChange } from '../../../refs/ref-changes/change-ref';
import { assertFree, commitPage } from '../commit-page';
import { answerPage } from './get-wiki-page';
import { fileOf, slugOfTitle, type WikiFormat } from '../page-path';
import { findWiki } from '../wiki-repository';

/** Creates a wiki page; a repeated write finds the page of its first try. */
export const createWikiPage = operation(WikiServiceDefinition.createWikiPage, async (request, call) => {
  const slug = slugOfTitle(request.title);
  const wiki = await findWiki(call);
  const earlier = await findEarlierChange(call.deps, call.operationId);
  if (earlier) return answerPage(call, { ...wiki, commit_id: earlier.after }, slug);
  await assertFree(call, wiki, slug);
  const file_path = fileOf(slug, (request.format ?? 'markdown') as WikiFormat);
  const content = Buffer.from(request.content);
  const action = { action: 'create' as const, file_path, content };
  return answerPage(call, await commitPage(call, wiki, { verb: 'created', slug, action }), slug);
});

import { sourceKey } from '#access/memberships';
import { removeSnippets } from '#content/snippets';
import { removeUploads } from '#content/uploads';
import type { ImportDocument } from '#import-export/imports';
import type { ImportedContentDeps } from './deps';

/** Removes the content of a failed import from all services. Idempotent. */
export async function discardContent(
  deps: ImportedContentDeps,
  { project_id, storage, user_id }: Pick<ImportDocument, 'project_id' | 'storage' | 'user_id'>,
): Promise<void> {
  await deps.clients.projectRows.discardProjectRows({ project_id });
  await deps.clients.bundles.discardRepository({ project_id, storage });
  await removeSnippets(deps, { project_id }, user_id);
  await removeUploads(deps, project_id);
  await deps.badges.model.deleteMany({ owner: sourceKey('project', project_id) });
  await deps.pushRules.model.deleteMany({ project_id });
}

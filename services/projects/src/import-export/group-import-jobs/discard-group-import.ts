/** Removes the data of a failed import of a group. */
import { sourceKey } from '#access/memberships';
import type { GroupImportDocument } from '#import-export/group-imports';
import type { GroupImportJobsDeps } from './deps';

/** Removes all stored data and releases the path. Idempotent. */
export async function discardGroupImport(deps: GroupImportJobsDeps, document: GroupImportDocument): Promise<void> {
  const { _id: id, group_id, parent_id, path, file } = document;
  const ids = (await deps.groupImports.find(id))?.group_ids ?? [group_id];
  await deps.clients.groupRows.discardGroupRows({ group_ids: ids });
  await deps.badges.model.deleteMany({ owner: { $in: ids.map((groupId) => sourceKey('group', groupId)) } });
  await deps.paths.release({ parentId: parent_id, path, kind: 'group', targetId: group_id });
  if (file) await deps.groupImportFiles.remove(file);
}

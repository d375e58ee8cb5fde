/** Removes the data of a failed import of a group. */
import { sourceKey } from '#access/memberships/membership.model';
import { releasePath } from '#namespaces/paths/claim-path';
import type { Projects } from '#deps';
import type { GroupImportDocument } from './group-import.model';

/** Removes all stored data and releases the path. Idempotent. */
export async function discardGroupImport(deps: Projects, document: GroupImportDocument): Promise<void> {
  const { _id: id, group_id, parent_id, path, file } = document;
  const ids = (await deps.groupImports.find(id))?.group_ids ?? [group_id];
  await deps.clients.groupRows.discardGroupRows({ group_ids: ids });
  await deps.badges.model.deleteMany({ owner: { $in: ids.map((groupId) => sourceKey('group', groupId)) } });
  await releasePath(deps, { parentId: parent_id, path, kind: 'group', targetId: group_id });
  if (file) await deps.groupImportFiles.remove(file);
}

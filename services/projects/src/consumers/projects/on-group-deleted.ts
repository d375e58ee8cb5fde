import type { EventConsumer } from '@forgemesh/events';
import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Model } from 'mongoose';
import { removeGroupExport, type GroupExportDocument } from '#import-export/group-exports';
import { changeGroupShares, changeShares } from '#groups/shares';
import type { NamespaceDocument } from '#namespaces';
import type { Paths } from '#namespaces/paths';
import type { ProjectDocument } from '#projects/model';
import type { NotificationLevelDocument } from '#projects/notification-levels';

/** Dependencies of the consumer. */
export interface OnGroupDeletedDeps {
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  /** Users' notification levels by project and group, for display. */
  notificationLevels: Model<NotificationLevelDocument>;
  groupExports: EntityStore<GroupExportDocument>;
  /** Archives of group exports. */
  groupExportFiles: FileStore;
  /** Claims and redirects of paths. */
  paths: Paths;
}

/** Removes the shares with a deleted group, its notification levels and its export. */
export const onGroupDeleted: EventConsumer<'projects.group.deleted', OnGroupDeletedDeps> = {
  name: 'projects-shares-of-removed',
  events: ['projects.group.deleted'],
  from: 'all',
  async handle({ subject, actor }, deps) {
    const groupId = Number(subject);
    await deps.notificationLevels.deleteMany({ key: `g:${groupId}` });
    await deps.paths.removeRedirects({ kind: 'namespace', target_id: groupId });
    const found = await deps.groupExports.model.findOne({ group_id: groupId }).lean<GroupExportDocument>();
    if (found) await removeGroupExport(deps, found);
    const shared = await deps.projects.model.find({ access_keys: `h:${groupId}` }, { _id: 1 }).lean();
    for (const { _id: id } of shared) {
      await deps.projects.mutate(id, (project) => {
        const remaining = project.shared_groups.filter((share) => share.group_id !== groupId);
        return remaining.length === project.shared_groups.length ? null : changeShares(project, remaining, actor);
      });
    }
    const groups = await deps.namespaces.model.find({ shared_with_ids: groupId }, { _id: 1 }).lean();
    for (const { _id: id } of groups) {
      await deps.namespaces.mutate(id, (group) => {
        const { shared_groups: shares = [] } = group;
        const remaining = shares.filter((share) => share.group_id !== groupId);
        return remaining.length === shares.length ? null : changeGroupShares(group, remaining, actor);
      });
    }
  },
};

/** Presents the viewer's own memberships of a project. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { ProjectAccessLevel, ProjectPermissions } from '@forgemesh/proto/projects/v1/project';
import { GLOBAL_LEVEL } from '#projects/notification-levels';
import type { ProjectDocument } from '#projects/model';

/**
 * The viewer's levels by access key (`p:7`, `g:3`): access levels, and notification levels where
 * set.
 */
export interface ViewerLevels {
  held: ReadonlyMap<string, number>;
  notificationLevels: ReadonlyMap<string, number>;
}

/** Presents the viewer's membership of the project and of an ancestor group. */
export function presentPermissions(
  { _id: id, ancestor_ids: ancestorIds }: ProjectDocument,
  { held, notificationLevels }: ViewerLevels,
): ResponseOf<ProjectPermissions> {
  const levelAt = (key: string): number => held.get(key) ?? 0;
  const shown = (key: string): ResponseOf<ProjectAccessLevel> | null =>
    levelAt(key) > 0
      ? { access_level: levelAt(key), notification_level: notificationLevels.get(key) ?? GLOBAL_LEVEL }
      : null;
  // The ancestor group with the highest level; the nearest of several.
  const groups = ancestorIds.map((groupId) => `g:${groupId}`).reverse();
  const [highest = ''] = groups.toSorted((one, other) => levelAt(other) - levelAt(one));
  return { project_access: shown(`p:${id}`), group_access: shown(highest) };
}

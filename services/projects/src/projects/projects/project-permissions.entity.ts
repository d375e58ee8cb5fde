/** What a project tells its viewer of his own memberships. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { ProjectAccessLevel, ProjectPermissions } from '@forgemesh/proto/projects/v1/project';
import { GLOBAL_LEVEL } from '../../groups/notification-levels/notification-levels';
import type { ProjectDocument } from './project.model';

/**
 * The viewer's levels by place (`p:7`, `g:3`): what he may do, and of how much he is told where he
 * said so.
 */
export interface ViewerLevels {
  held: ReadonlyMap<string, number>;
  notificationLevels: ReadonlyMap<string, number>;
}

/** Presents his membership of the project and of a group above it. */
export function presentPermissions(
  { _id: id, ancestor_ids: above }: ProjectDocument,
  { held, notificationLevels }: ViewerLevels,
): ResponseOf<ProjectPermissions> {
  const levelAt = (key: string): number => held.get(key) ?? 0;
  const shown = (key: string): ResponseOf<ProjectAccessLevel> | null =>
    levelAt(key) > 0 ? { access_level: levelAt(key), notification_level: notificationLevels.get(key) ?? GLOBAL_LEVEL } : null;
  // The group that gives the highest level; of several the nearest.
  const groups = above.map((groupId) => `g:${groupId}`).reverse();
  const [highest = ''] = groups.toSorted((one, other) => levelAt(other) - levelAt(one));
  return { project_access: shown(`p:${id}`), group_access: shown(highest) };
}

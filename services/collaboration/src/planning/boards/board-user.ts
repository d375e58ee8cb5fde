/** Rights of users who are assigned to boards and lists. */
import { canReadFeature } from '@forgemesh/access';
import { ReferenceKind, type AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { rightsOn, subjectOfUser } from '#access';
import type { LabelScope } from '#planning/labels';
import { ownerOf } from './find-board';
import type { BoardsDeps } from './deps';

/** Whether an active user may read the issues of a project, or the group. */
export async function canReadIssues(deps: BoardsDeps, scope: LabelScope, userId: number): Promise<boolean> {
  const rights = await rightsOf(deps, scope, userId);
  if (!rights) return false;
  return scope.project_id === null || canReadFeature(rights, 'issues');
}

/** Whether an active user is a member of a project or group, directly or inherited. */
export async function isMember(deps: BoardsDeps, scope: LabelScope, userId: number): Promise<boolean> {
  const rights = await rightsOf(deps, scope, userId, { asMember: true });
  return rights !== undefined && rights.level > 0;
}

async function rightsOf(
  deps: BoardsDeps,
  scope: LabelScope,
  userId: number,
  { asMember = false } = {},
): Promise<AuthorizedResource | undefined> {
  const subject = await subjectOfUser(deps, userId);
  if (!subject) return undefined;
  const { project_id: projectId, group_id: groupId } = ownerOf(scope);
  const { REFERENCE_KIND_GROUP, REFERENCE_KIND_PROJECT } = ReferenceKind;
  const reference = {
    kind: projectId === null ? REFERENCE_KIND_GROUP : REFERENCE_KIND_PROJECT,
    ref: String(projectId ?? groupId),
  };
  // Administrators have every right without being members.
  const rights = await rightsOn(deps, asMember ? { ...subject, admin: false } : subject, [reference]);
  return rights.get(reference);
}

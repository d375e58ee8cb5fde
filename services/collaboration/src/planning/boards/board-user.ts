/** Rights of users who are assigned to boards and lists. */
import { ReferenceKind, type AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { rightsOn, subjectOfUser } from '../../access/authorize';
import type { LabelPlace } from '../labels/label-place';
import { mayReadFeature } from '../../access/policy';
import type { Collaboration } from '../../deps';
import { ownerOf } from './find-board';

/** Whether an active user may read the issues of a project, or the group. */
export async function canReadIssues(deps: Collaboration, place: LabelPlace, userId: number): Promise<boolean> {
  const rights = await rightsOf(deps, place, userId);
  if (!rights) return false;
  return place.project_id === null || mayReadFeature(rights, 'issues');
}

/** Whether an active user is a member of a project or group, directly or inherited. */
export async function isMember(deps: Collaboration, place: LabelPlace, userId: number): Promise<boolean> {
  const rights = await rightsOf(deps, place, userId, { asMember: true });
  return rights !== undefined && rights.level > 0;
}

async function rightsOf(
  deps: Collaboration,
  place: LabelPlace,
  userId: number,
  { asMember = false } = {},
): Promise<AuthorizedResource | undefined> {
  const subject = await subjectOfUser(deps, userId);
  if (!subject) return undefined;
  const { project_id: projectId, group_id: groupId } = ownerOf(place);
  const { REFERENCE_KIND_GROUP, REFERENCE_KIND_PROJECT } = ReferenceKind;
  const reference = {
    kind: projectId === null ? REFERENCE_KIND_GROUP : REFERENCE_KIND_PROJECT,
    ref: String(projectId ?? groupId),
  };
  // Administrators have every right without being members.
  const rights = await rightsOn(deps, asMember ? { ...subject, admin: false } : subject, [reference]);
  return rights.get(reference);
}

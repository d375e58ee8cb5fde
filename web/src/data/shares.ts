import { api, unwrap } from '#api/client';
import type { BodyOf } from '#api/types';
import { apiPathOf, type OwnerId } from './owner';

/** Keys of the queries of shares. */
export const shareKeys = {
  of: (owner: OwnerId) => ['group-shares', owner.kind, owner.id],
} as const;

/** Stop sharing a project or group with a group. */
export function unshareWithGroup(owner: OwnerId, groupId: number) {
  return unwrap(
    api.DELETE(`${apiPathOf(owner)}/share/{group_id}`, { params: { path: { id: owner.id, group_id: groupId } } }),
  );
}

/** Share a project or group with a group. */
export function shareWithGroup(owner: OwnerId, body: BodyOf<'post', '/api/v4/projects/{id}/share'>) {
  return unwrap(api.POST(`${apiPathOf(owner)}/share`, { params: { path: { id: owner.id } }, body }));
}

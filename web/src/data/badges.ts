import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';
import { apiPathOf, type OwnerId } from './owner';

/** Keys of the queries of badges. */
export const badgeKeys = {
  shown: (projectId: string) => ['badges', 'project', projectId, 'shown'],
  of: (owner: OwnerId) => ['badges', owner.kind, owner.id],
} as const;

/** List the badges of a project or group. */
export function listBadges(owner: OwnerId, query: QueryOf<'get', '/api/v4/projects/{id}/badges'>) {
  return unwrapPage(api.GET(`${apiPathOf(owner)}/badges`, { params: { path: { id: owner.id }, query } }));
}

/** Update a badge of a project or group. */
export function updateBadge(
  owner: OwnerId,
  badgeId: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/badges/{badge_id}'>,
) {
  return unwrap(
    api.PUT(`${apiPathOf(owner)}/badges/{badge_id}`, { params: { path: { id: owner.id, badge_id: badgeId } }, body }),
  );
}

/** Delete a badge of a project or group. */
export function deleteBadge(owner: OwnerId, badgeId: number) {
  return unwrap(
    api.DELETE(`${apiPathOf(owner)}/badges/{badge_id}`, { params: { path: { id: owner.id, badge_id: badgeId } } }),
  );
}

/** Create a badge in a project or group. */
export function createBadge(owner: OwnerId, body: BodyOf<'post', '/api/v4/projects/{id}/badges'>) {
  return unwrap(api.POST(`${apiPathOf(owner)}/badges`, { params: { path: { id: owner.id } }, body }));
}

/** List the badges of a project. */
export function listProjectBadges(projectId: number | string, query: QueryOf<'get', '/api/v4/projects/{id}/badges'>) {
  return unwrap(api.GET('/api/v4/projects/{id}/badges', { params: { path: { id: String(projectId) }, query } }));
}

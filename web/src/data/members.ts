import { useQuery } from '@tanstack/react-query';
import { allPages } from '#api/all-pages';
import { api, unwrap, unwrapPage } from '#api/client';
import type { Member, BodyOf, QueryOf } from '#api/types';
import { apiPathOf, type OwnerId } from './owner';

/** Keys of the queries of members. */
export const memberKeys = {
  accessRequests: (owner: OwnerId) => ['access-requests', owner.kind, owner.id],
  of: (owner: OwnerId) => ['members', owner.kind, owner.id],
  inherited: (owner: OwnerId) => ['members', owner.kind, owner.id, 'all'],
  choices: (projectId: number) => ['people', projectId],
} as const;

/** List all members of a project. */
export function listAllProjectMembers(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/members/all'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/members/all', { params: { path: { id: String(projectId) }, query } }),
  );
}

/** List the access requests of a project or group. */
export function listAccessRequests(owner: OwnerId, query: QueryOf<'get', '/api/v4/projects/{id}/access_requests'>) {
  return unwrapPage(api.GET(`${apiPathOf(owner)}/access_requests`, { params: { path: { id: owner.id }, query } }));
}

/** Approve an access request of a project or group. */
export function approveAccessRequest(
  owner: OwnerId,
  userId: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/access_requests/{user_id}/approve'>,
) {
  return unwrap(
    api.PUT(`${apiPathOf(owner)}/access_requests/{user_id}/approve`, {
      params: { path: { id: owner.id, user_id: userId } },
      body,
    }),
  );
}

/** Deny an access request of a project or group. */
export function deleteAccessRequest(owner: OwnerId, userId: number) {
  return unwrap(
    api.DELETE(`${apiPathOf(owner)}/access_requests/{user_id}`, {
      params: { path: { id: owner.id, user_id: userId } },
    }),
  );
}

/** List all members of a project or group. */
export function listAllMembers(owner: OwnerId, query: QueryOf<'get', '/api/v4/projects/{id}/members/all'>) {
  return unwrapPage(api.GET(`${apiPathOf(owner)}/members/all`, { params: { path: { id: owner.id }, query } }));
}

/** List the direct members of a project or group. */
export function listMembers(owner: OwnerId, query: QueryOf<'get', '/api/v4/projects/{id}/members'>) {
  return unwrapPage(api.GET(`${apiPathOf(owner)}/members`, { params: { path: { id: owner.id }, query } }));
}

/** Update a member of a project or group. */
export function updateMember(
  owner: OwnerId,
  userId: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/members/{user_id}'>,
) {
  return unwrap(
    api.PUT(`${apiPathOf(owner)}/members/{user_id}`, { params: { path: { id: owner.id, user_id: userId } }, body }),
  );
}

/** Remove a member from a project or group. */
export function deleteMember(owner: OwnerId, userId: number) {
  return unwrap(
    api.DELETE(`${apiPathOf(owner)}/members/{user_id}`, { params: { path: { id: owner.id, user_id: userId } } }),
  );
}

/** Add a member to a project or group. */
export function createMember(owner: OwnerId, body: BodyOf<'post', '/api/v4/projects/{id}/members'>) {
  return unwrap(api.POST(`${apiPathOf(owner)}/members`, { params: { path: { id: owner.id } }, body }));
}

/** The members of a project and its groups, for choices. */
export function useProjectPeople(projectId: number, isEnabled = true) {
  return useQuery({
    queryKey: memberKeys.choices(projectId),
    queryFn: () => allPages<Member>((page) => listAllProjectMembers(projectId, { page, per_page: 100 })),
    staleTime: 60_000,
    enabled: isEnabled,
  });
}

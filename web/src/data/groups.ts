import { api, unwrap, unwrapPage } from '#api/client';
import { sendForm } from '#api/send-form';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of groups. */
export const groupKeys = {
  one: (fullPath: string | null) => ['group', fullPath],
  level: (groupId: number, userId: number | undefined) => ['group-level', groupId, userId],
  list: (search: string, page: number) => ['groups', 'explore', search, page],
  ofVisitor: (search: string, page: number) => ['groups', 'member', search, page],
  found: (search: string) => ['groups', 'found', search],
  administered: (query: unknown) => ['admin', 'groups', query],
  subgroups: (groupId: number, search: string) => ['subgroups', groupId, search],
} as const;

/** List groups. */
export function listGroups(query: QueryOf<'get', '/api/v4/groups'>) {
  return unwrapPage(api.GET('/api/v4/groups', { params: { query } }));
}

/** Get a group. */
export function getGroup(groupId: number | string) {
  return unwrap(api.GET('/api/v4/groups/{id}', { params: { path: { id: String(groupId) } } }));
}

/** Create a group or subgroup. */
export function createGroup(body: BodyOf<'post', '/api/v4/groups'>) {
  return unwrap(api.POST('/api/v4/groups', { body }));
}

/** List the direct subgroups of a group. */
export function listSubgroups(groupId: number | string, query: QueryOf<'get', '/api/v4/groups/{id}/subgroups'>) {
  return unwrapPage(api.GET('/api/v4/groups/{id}/subgroups', { params: { path: { id: String(groupId) }, query } }));
}

/** List the projects of a group. */
export function listGroupProjects(groupId: number | string, query: QueryOf<'get', '/api/v4/groups/{id}/projects'>) {
  return unwrapPage(api.GET('/api/v4/groups/{id}/projects', { params: { path: { id: String(groupId) }, query } }));
}

/** Update a group. */
export function updateGroup(groupId: number | string, body: BodyOf<'put', '/api/v4/groups/{id}'>) {
  return unwrap(api.PUT('/api/v4/groups/{id}', { params: { path: { id: String(groupId) } }, body }));
}

/** Delete a group. */
export function deleteGroup(groupId: number | string) {
  return unwrap(api.DELETE('/api/v4/groups/{id}', { params: { path: { id: String(groupId) } } }));
}

/** Replaces the picture of a group; an empty text removes it. */
export function updateGroupAvatar(groupId: number, avatar: File | '') {
  return sendForm('PUT', `/api/v4/groups/${groupId}`, { avatar });
}

import { useQuery } from '@tanstack/react-query';
import { allPages } from '#api/all-pages';
import { api, unwrap, unwrapPage } from '#api/client';
import type { Label, BodyOf, QueryOf } from '#api/types';
import { apiPathOf, type OwnerId } from './owner';

/** Keys of the queries of labels. */
export const labelKeys = {
  ofGroup: (groupId: number) => ['labels', 'group', groupId],
  ofProject: (projectId: number) => ['labels', 'project', projectId],
  of: (kind: 'project' | 'group', id: number) => ['labels', kind, id],
} as const;

/** List the labels of a project or group. */
export function listLabels(owner: OwnerId, query: QueryOf<'get', '/api/v4/projects/{id}/labels'>) {
  return unwrapPage(api.GET(`${apiPathOf(owner)}/labels`, { params: { path: { id: owner.id }, query } }));
}

/** Create a label in a project. */
export function createProjectLabel(projectId: number | string, body: BodyOf<'post', '/api/v4/projects/{id}/labels'>) {
  return unwrap(api.POST('/api/v4/projects/{id}/labels', { params: { path: { id: String(projectId) } }, body }));
}

/** Update a label of a project. */
export function updateProjectLabel(
  projectId: number | string,
  name: string,
  body: BodyOf<'put', '/api/v4/projects/{id}/labels/{name}'>,
) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/labels/{name}', { params: { path: { id: String(projectId), name } }, body }),
  );
}

/** Delete a label of a project. */
export function deleteProjectLabel(projectId: number | string, name: string) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/labels/{name}', { params: { path: { id: String(projectId), name } } }),
  );
}

/** Create a label in a group. */
export function createGroupLabel(groupId: number | string, body: BodyOf<'post', '/api/v4/groups/{id}/labels'>) {
  return unwrap(api.POST('/api/v4/groups/{id}/labels', { params: { path: { id: String(groupId) } }, body }));
}

/** Update a label of a group. */
export function updateGroupLabel(
  groupId: number | string,
  name: string,
  body: BodyOf<'put', '/api/v4/groups/{id}/labels/{name}'>,
) {
  return unwrap(
    api.PUT('/api/v4/groups/{id}/labels/{name}', { params: { path: { id: String(groupId), name } }, body }),
  );
}

/** Delete a label of a group. */
export function deleteGroupLabel(groupId: number | string, name: string) {
  return unwrap(api.DELETE('/api/v4/groups/{id}/labels/{name}', { params: { path: { id: String(groupId), name } } }));
}

/** All labels of a project, with those of its groups. */
export function useProjectLabels(projectId: number, isEnabled = true) {
  return useLabels('project', projectId, isEnabled);
}

/** All labels of a group. */
export function useGroupLabels(groupId: number, isEnabled = true) {
  return useLabels('group', groupId, isEnabled);
}

/** All labels of a project or group. */
export function useLabels(kind: 'project' | 'group', id: number, isEnabled = true) {
  const owner = { kind, id: String(id) };
  return useQuery({
    queryKey: labelKeys.of(kind, id),
    queryFn: () => allPages<Label>((page) => listLabels(owner, { page, per_page: 100 })),
    staleTime: 60_000,
    enabled: isEnabled,
  });
}

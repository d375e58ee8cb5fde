import { useQueries, useQuery } from '@tanstack/react-query';
import { api, unwrap, unwrapPage } from '#api/client';
import { sendForm } from '#api/send-form';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of projects. */
export const projectKeys = {
  languages: (projectId: number) => ['languages', projectId],
  one: (fullPath: string) => ['project', fullPath],
  lists: ['projects'],
  explored: (search: string, order: string, page: number) => ['projects', 'explore', search, order, page],
  ofGroup: (groupId: number, search: string, page: number) => ['projects', 'group', groupId, search, page],
  ofGroupWithIssues: (groupId: number, search: string) => ['projects', 'group-with-issues', groupId, search],
  own: ['projects', 'mine'],
  ofVisitor: (kind: string, query: unknown) => ['projects', kind, query],
  any: ['projects', 'any'],
  found: (search: string) => ['projects', 'found', search],
  ofUser: (userId: number) => ['projects', 'user', userId],
  path: (projectId: number) => ['projects', 'path', projectId],
  pushableForks: (projectId: number) => ['projects', 'pushable-forks', projectId],
  administeredLists: ['admin', 'projects'],
  administered: (query: unknown) => ['admin', 'projects', query],
} as const;

/** The query of a project, by its full path. */
export function useProjectQuery(fullPath: string) {
  return useQuery({
    queryKey: projectKeys.one(fullPath),
    queryFn: () =>
      unwrap(
        api.GET('/api/v4/projects/{id}', {
          params: { path: { id: fullPath }, query: { statistics: true, license: true } },
        }),
      ),
    staleTime: 60_000,
  });
}

/** List projects. */
export function listProjects(query: QueryOf<'get', '/api/v4/projects'>) {
  return unwrapPage(api.GET('/api/v4/projects', { params: { query } }));
}

/** List the forks of a project. */
export function listProjectForks(projectId: number | string, query: QueryOf<'get', '/api/v4/projects/{id}/forks'>) {
  return unwrap(api.GET('/api/v4/projects/{id}/forks', { params: { path: { id: String(projectId) }, query } }));
}

/** Create a project. */
export function createProject(body: BodyOf<'post', '/api/v4/projects'>) {
  return unwrap(api.POST('/api/v4/projects', { body }));
}

/** Fork a project. */
export function forkProject(projectId: number | string, body: BodyOf<'post', '/api/v4/projects/{id}/fork'>) {
  return unwrap(api.POST('/api/v4/projects/{id}/fork', { params: { path: { id: String(projectId) } }, body }));
}

/** Get the programming languages of a project. */
export function getProjectLanguages(projectId: number | string) {
  return unwrap(api.GET('/api/v4/projects/{id}/languages', { params: { path: { id: String(projectId) } } }));
}

/** Unarchive a project. */
export function unarchiveProject(projectId: number | string) {
  return unwrap(api.POST('/api/v4/projects/{id}/unarchive', { params: { path: { id: String(projectId) } } }));
}

/** Archive a project. */
export function archiveProject(projectId: number | string) {
  return unwrap(api.POST('/api/v4/projects/{id}/archive', { params: { path: { id: String(projectId) } } }));
}

/** Update a project. */
export function updateProject(projectId: number | string, body: BodyOf<'put', '/api/v4/projects/{id}'>) {
  return unwrap(api.PUT('/api/v4/projects/{id}', { params: { path: { id: String(projectId) } }, body }));
}

/** Transfer a project to another namespace. */
export function transferProject(projectId: number | string, body: BodyOf<'put', '/api/v4/projects/{id}/transfer'>) {
  return unwrap(api.PUT('/api/v4/projects/{id}/transfer', { params: { path: { id: String(projectId) } }, body }));
}

/** Delete a project. */
export function deleteProject(projectId: number | string) {
  return unwrap(api.DELETE('/api/v4/projects/{id}', { params: { path: { id: String(projectId) } } }));
}

/** List the projects of a user. */
export function listUserProjects(userId: number | string, query: QueryOf<'get', '/api/v4/users/{user_id}/projects'>) {
  return unwrapPage(
    api.GET('/api/v4/users/{user_id}/projects', { params: { path: { user_id: String(userId) }, query } }),
  );
}

/** Replaces the picture of a project; an empty text removes it. */
export function updateProjectAvatar(projectId: number, avatar: File | '') {
  return sendForm('PUT', `/api/v4/projects/${projectId}`, { avatar });
}

/** The full paths of projects by id, as far as the visitor may read them. */
export function useProjectPaths(ids: readonly number[]): ReadonlyMap<number, string> {
  return useQueries({
    queries: [...new Set(ids)].map((id) => ({
      queryKey: projectKeys.path(id),
      queryFn: () => unwrap(api.GET('/api/v4/projects/{id}', { params: { path: { id: String(id) } } })),
      staleTime: Infinity,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data ? [[data.id, data.path_with_namespace] as const] : []))),
  });
}

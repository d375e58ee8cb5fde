import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';
import { fetchFrom } from './files';

/** Keys of the queries of snippets. */
export const snippetKeys = {
  every: ['snippet'],
  personal: (snippetId: string) => ['snippet', snippetId],
  ofProject: (projectId: number, snippetId: number) => ['snippet', projectId, snippetId],
  discussions: (projectId: number, snippetId: number) => ['snippet', projectId, snippetId, 'discussions'],
  content: (address: string, updatedAt: string) => ['snippet-content', address, updatedAt],
  lists: ['snippets'],
  own: ['snippets', 'own'],
  public: ['snippets', 'public'],
  listOfProject: (projectId: number) => ['snippets', projectId],
} as const;

/** Create a personal snippet. */
export function createPersonalSnippet(body: BodyOf<'post', '/api/v4/snippets'>) {
  return unwrap(api.POST('/api/v4/snippets', { body }));
}

/** Create a snippet in a project. */
export function createProjectSnippet(
  projectId: number | string,
  body: BodyOf<'post', '/api/v4/projects/{id}/snippets'>,
) {
  return unwrap(api.POST('/api/v4/projects/{id}/snippets', { params: { path: { id: String(projectId) } }, body }));
}

/** List the snippets of a project. */
export function listProjectSnippets(
  projectId: number | string,
  query: QueryOf<'get', '/api/v4/projects/{id}/snippets'>,
) {
  return unwrapPage(api.GET('/api/v4/projects/{id}/snippets', { params: { path: { id: String(projectId) }, query } }));
}

/** List the caller's personal snippets. */
export function listPersonalSnippets(query: QueryOf<'get', '/api/v4/snippets'>) {
  return unwrapPage(api.GET('/api/v4/snippets', { params: { query } }));
}

/** List the public personal snippets of all users. */
export function listPublicSnippets(query: QueryOf<'get', '/api/v4/snippets/public'>) {
  return unwrapPage(api.GET('/api/v4/snippets/public', { params: { query } }));
}

/** Get a snippet of a project. */
export function getProjectSnippet(projectId: number | string, snippetId: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/snippets/{snippet_id}', {
      params: { path: { id: String(projectId), snippet_id: snippetId } },
    }),
  );
}

/** Update a snippet of a project. */
export function updateProjectSnippet(
  projectId: number | string,
  snippetId: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/snippets/{snippet_id}'>,
) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/snippets/{snippet_id}', {
      params: { path: { id: String(projectId), snippet_id: snippetId } },
      body,
    }),
  );
}

/** Delete a snippet of a project. */
export function deleteProjectSnippet(projectId: number | string, snippetId: number) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/snippets/{snippet_id}', {
      params: { path: { id: String(projectId), snippet_id: snippetId } },
    }),
  );
}

/** Get a personal snippet. */
export function getPersonalSnippet(snippetId: number) {
  return unwrap(api.GET('/api/v4/snippets/{snippet_id}', { params: { path: { snippet_id: snippetId } } }));
}

/** Update a personal snippet. */
export function updatePersonalSnippet(snippetId: number, body: BodyOf<'put', '/api/v4/snippets/{snippet_id}'>) {
  return unwrap(api.PUT('/api/v4/snippets/{snippet_id}', { params: { path: { snippet_id: snippetId } }, body }));
}

/** Delete a personal snippet. */
export function deletePersonalSnippet(snippetId: number) {
  return unwrap(api.DELETE('/api/v4/snippets/{snippet_id}', { params: { path: { snippet_id: snippetId } } }));
}

/** Returns the API's address of the content of a snippet, which may belong to a project. */
export function rawSnippetAddress(snippetId: number, projectId?: number): string {
  const base = projectId === undefined ? '/api/v4' : `/api/v4/projects/${projectId}`;
  return `${base}/snippets/${snippetId}/raw`;
}

/** Loads the content of a snippet. Throws ApiError. */
export async function loadSnippetContent(address: string): Promise<string> {
  return (await fetchFrom(address)).text();
}

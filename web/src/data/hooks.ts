import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, PathOf, QueryOf } from '#api/types';

/** Keys of the queries of hooks. */
export const hookKeys = {
  ofProject: (projectId: number) => ['hooks', projectId],
  one: (projectId: number, hookId: string) => ['hooks', projectId, hookId],
  deliveries: (projectId: number, hookId: string) => ['hooks', projectId, hookId, 'deliveries'],
} as const;

/** An event of which a hook can get a sample. */
type HookTrigger = PathOf<'post', '/api/v4/projects/{id}/hooks/{hook_id}/test/{trigger}'>['trigger'];

/** List the webhooks of a project. */
export function listProjectHooks(projectId: number | string, query: QueryOf<'get', '/api/v4/projects/{id}/hooks'>) {
  return unwrapPage(api.GET('/api/v4/projects/{id}/hooks', { params: { path: { id: String(projectId) }, query } }));
}

/** Delete a webhook of a project. */
export function deleteProjectHook(projectId: number | string, hookId: number) {
  return unwrap(
    api.DELETE('/api/v4/projects/{id}/hooks/{hook_id}', {
      params: { path: { id: String(projectId), hook_id: hookId } },
    }),
  );
}

/** Create a webhook in a project. */
export function createProjectHook(projectId: number | string, body: BodyOf<'post', '/api/v4/projects/{id}/hooks'>) {
  return unwrap(api.POST('/api/v4/projects/{id}/hooks', { params: { path: { id: String(projectId) } }, body }));
}

/** List the deliveries of a webhook. */
export function listProjectHookEvents(
  projectId: number | string,
  hookId: number,
  query: QueryOf<'get', '/api/v4/projects/{id}/hooks/{hook_id}/events'>,
) {
  return unwrapPage(
    api.GET('/api/v4/projects/{id}/hooks/{hook_id}/events', {
      params: { path: { id: String(projectId), hook_id: hookId }, query },
    }),
  );
}

/** Resend a delivery of a webhook. */
export function resendProjectHookEvent(projectId: number | string, hookId: number, hookEventId: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/hooks/{hook_id}/events/{hook_event_id}/resend', {
      params: { path: { id: String(projectId), hook_id: hookId, hook_event_id: hookEventId } },
    }),
  );
}

/** Get a webhook of a project. */
export function getProjectHook(projectId: number | string, hookId: number) {
  return unwrap(
    api.GET('/api/v4/projects/{id}/hooks/{hook_id}', { params: { path: { id: String(projectId), hook_id: hookId } } }),
  );
}

/** Update a webhook of a project. */
export function updateProjectHook(
  projectId: number | string,
  hookId: number,
  body: BodyOf<'put', '/api/v4/projects/{id}/hooks/{hook_id}'>,
) {
  return unwrap(
    api.PUT('/api/v4/projects/{id}/hooks/{hook_id}', {
      params: { path: { id: String(projectId), hook_id: hookId } },
      body,
    }),
  );
}

/** Send a test delivery to a webhook. */
export function testProjectHook(projectId: number | string, hookId: number, trigger: HookTrigger) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/hooks/{hook_id}/test/{trigger}', {
      params: { path: { id: String(projectId), hook_id: hookId, trigger } },
    }),
  );
}

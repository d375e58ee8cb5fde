import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of system hooks. */
export const systemHookKeys = {
  all: ['admin', 'system-hooks'],
} as const;

/** List the system hooks. */
export function listSystemHooks(query: QueryOf<'get', '/api/v4/hooks'>) {
  return unwrapPage(api.GET('/api/v4/hooks', { params: { query } }));
}

/** Delete a system hook. */
export function deleteSystemHook(hookId: number) {
  return unwrap(api.DELETE('/api/v4/hooks/{hook_id}', { params: { path: { hook_id: hookId } } }));
}

/** Send a test delivery to a system hook. */
export function testSystemHook(hookId: number) {
  return unwrap(api.POST('/api/v4/hooks/{hook_id}', { params: { path: { hook_id: hookId } } }));
}

/** Update a system hook. */
export function updateSystemHook(hookId: number, body: BodyOf<'put', '/api/v4/hooks/{hook_id}'>) {
  return unwrap(api.PUT('/api/v4/hooks/{hook_id}', { params: { path: { hook_id: hookId } }, body }));
}

/** Create a system hook. */
export function createSystemHook(body: BodyOf<'post', '/api/v4/hooks'>) {
  return unwrap(api.POST('/api/v4/hooks', { body }));
}

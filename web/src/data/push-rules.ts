import { api, unwrap } from '#api/client';
import type { BodyOf } from '#api/types';

/** Keys of the queries of push rules. */
export const pushRuleKeys = {
  ofProject: (projectId: number) => ['push-rule', projectId],
} as const;

/** Get the push rule of a project. */
export function getPushRule(projectId: number | string) {
  return unwrap(api.GET('/api/v4/projects/{id}/push_rule', { params: { path: { id: String(projectId) } } }));
}

/** Update the push rule of a project. */
export function updatePushRule(projectId: number | string, body: BodyOf<'put', '/api/v4/projects/{id}/push_rule'>) {
  return unwrap(api.PUT('/api/v4/projects/{id}/push_rule', { params: { path: { id: String(projectId) } }, body }));
}

/** Create the push rule of a project. */
export function createPushRule(projectId: number | string, body: BodyOf<'post', '/api/v4/projects/{id}/push_rule'>) {
  return unwrap(api.POST('/api/v4/projects/{id}/push_rule', { params: { path: { id: String(projectId) } }, body }));
}

/** Delete the push rule of a project. */
export function deletePushRule(projectId: number | string) {
  return unwrap(api.DELETE('/api/v4/projects/{id}/push_rule', { params: { path: { id: String(projectId) } } }));
}

import { api, unwrap } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of events. */
export const eventKeys = {
  ownPushes: ['events', 'own-pushes'],
  ofUser: (userId: number) => ['events', 'user', userId],
  daysOfUser: (userId: number) => ['events', 'user', userId, 'days'],
  ofProject: (projectId: number) => ['events', projectId],
} as const;

/** List the events of a project. */
export function listProjectEvents(projectId: number | string, query: QueryOf<'get', '/api/v4/projects/{id}/events'>) {
  return unwrap(api.GET('/api/v4/projects/{id}/events', { params: { path: { id: String(projectId) }, query } }));
}

/** List the events of a user. */
export function listUserEvents(userId: number | string, query: QueryOf<'get', '/api/v4/users/{id}/events'>) {
  return unwrap(api.GET('/api/v4/users/{id}/events', { params: { path: { id: String(userId) }, query } }));
}

/** List the events of the caller. */
export function listEvents(query: QueryOf<'get', '/api/v4/events'>) {
  return unwrap(api.GET('/api/v4/events', { params: { query } }));
}

/** Count the events of a user by day. */
export function listContributionDays(userId: number) {
  return unwrap(api.GET('/api/v4/users/{id}/contribution_days', { params: { path: { id: String(userId) } } }));
}

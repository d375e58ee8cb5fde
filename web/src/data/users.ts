import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, QueryOf } from '#api/types';

/** Keys of the queries of users. */
export const userKeys = {
  administered: ['admin', 'users'],
  count: ['admin', 'users', 'count'],
  administeredPage: (query: unknown) => ['admin', 'users', 'page', query],
  administeredOne: (userId: number) => ['admin', 'users', 'one', userId],
  one: (userId: number) => ['user', userId],
  statuses: ['user-status'],
  status: (userId: number) => ['user-status', userId],
  lists: ['users'],
  named: (query: unknown) => ['users', query],
} as const;

/** Create a user. */
export function createUser(body: BodyOf<'post', '/api/v4/users'>) {
  return unwrap(api.POST('/api/v4/users', { body }));
}

/** Update a user. */
export function updateUser(userId: number, body: BodyOf<'put', '/api/v4/users/{id}'>) {
  return unwrap(api.PUT('/api/v4/users/{id}', { params: { path: { id: userId } }, body }));
}

/** List users. */
export function listUsers(query: QueryOf<'get', '/api/v4/users'>) {
  return unwrapPage(api.GET('/api/v4/users', { params: { query } }));
}

/** Block a user. */
export function blockUser(userId: number) {
  return unwrap(api.POST('/api/v4/users/{id}/block', { params: { path: { id: userId } } }));
}

/** Unblock a user. */
export function unblockUser(userId: number) {
  return unwrap(api.POST('/api/v4/users/{id}/unblock', { params: { path: { id: userId } } }));
}

/** Deactivate a user. */
export function deactivateUser(userId: number) {
  return unwrap(api.POST('/api/v4/users/{id}/deactivate', { params: { path: { id: userId } } }));
}

/** Activate a user. */
export function activateUser(userId: number) {
  return unwrap(api.POST('/api/v4/users/{id}/activate', { params: { path: { id: userId } } }));
}

/** Delete a user. */
export function deleteUser(userId: number, query: QueryOf<'delete', '/api/v4/users/{id}'>) {
  return unwrap(api.DELETE('/api/v4/users/{id}', { params: { path: { id: userId }, query } }));
}

/** Disable two-factor authentication of a user. */
export function disableUserTwoFactor(userId: number) {
  return unwrap(api.DELETE('/api/v4/users/{user_id}/two_factor', { params: { path: { user_id: userId } } }));
}

/** Get the status of the current user. */
export function getCurrentUserStatus() {
  return unwrap(api.GET('/api/v4/user/status'));
}

/** Set the status of the current user. */
export function setUserStatus(body: BodyOf<'put', '/api/v4/user/status'>) {
  return unwrap(api.PUT('/api/v4/user/status', { body }));
}

/** List users. */
export function findUsers(query: QueryOf<'get', '/api/v4/users'>) {
  return unwrap(api.GET('/api/v4/users', { params: { query } }));
}

/** Get a user. */
export function getUser(userId: number) {
  return unwrap(api.GET('/api/v4/users/{id}', { params: { path: { id: userId } } }));
}

/** Get the status of a user. */
export function getUserStatus(userId: number) {
  return unwrap(
    api.GET('/api/v4/users/{id_or_username}/status', { params: { path: { id_or_username: String(userId) } } }),
  );
}

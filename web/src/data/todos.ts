import { api, unwrap, unwrapPage } from '#api/client';
import type { QueryOf } from '#api/types';

/** Keys of the queries of todos. */
export const todoKeys = {
  all: ['todos'],
  count: ['todos', 'count'],
  start: ['todos', 'start'],
  list: (query: unknown) => ['todos', query],
} as const;

/** List the to-do items of the caller. */
export function listTodos(query: QueryOf<'get', '/api/v4/todos'>) {
  return unwrapPage(api.GET('/api/v4/todos', { params: { query } }));
}

/** Mark all to-do items as done. */
export function markAllTodosAsDone() {
  return unwrap(api.POST('/api/v4/todos/mark_as_done'));
}

/** Mark a to-do item as done. */
export function markTodoAsDone(todoId: number) {
  return unwrap(api.POST('/api/v4/todos/{id}/mark_as_done', { params: { path: { id: todoId } } }));
}

/** Mark a to-do item as pending. */
export function markTodoAsPending(todoId: number) {
  return unwrap(api.POST('/api/v4/todos/{id}/mark_as_pending', { params: { path: { id: todoId } } }));
}

/** Create a to-do item for an issue. */
export function createIssueTodo(projectId: number | string, issueIid: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/issues/{issue_iid}/todo', {
      params: { path: { id: String(projectId), issue_iid: issueIid } },
    }),
  );
}

/** Create a to-do item for a merge request. */
export function createMergeRequestTodo(projectId: number | string, mergeRequestIid: number) {
  return unwrap(
    api.POST('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/todo', {
      params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid } },
    }),
  );
}

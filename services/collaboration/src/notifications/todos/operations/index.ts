import { createEpicTodo } from './create-epic-todo';
import { createIssueTodo } from './create-issue-todo';
import { createMergeRequestTodo } from './create-merge-request-todo';
import { listTodos } from './list-todos';
import { markAllTodosAsDone } from './mark-all-todos-as-done';
import { markTodoAsDone } from './mark-todo-as-done';
import { markTodoAsPending } from './mark-todo-as-pending';

export const todoOperations = [
  createEpicTodo,
  createIssueTodo,
  createMergeRequestTodo,
  listTodos,
  markAllTodosAsDone,
  markTodoAsDone,
  markTodoAsPending,
];

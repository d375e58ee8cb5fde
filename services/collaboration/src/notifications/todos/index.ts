import { createEpicTodo } from './operations/create-epic-todo';
import { createIssueTodo } from './operations/create-issue-todo';
import { createMergeRequestTodo } from './operations/create-merge-request-todo';
import { listTodos } from './operations/list-todos';
import { markAllTodosAsDone } from './operations/mark-all-todos-as-done';
import { markTodoAsDone } from './operations/mark-todo-as-done';

export const todoOperations = [
  createEpicTodo,
  createIssueTodo,
  createMergeRequestTodo,
  listTodos,
  markAllTodosAsDone,
  markTodoAsDone,
];

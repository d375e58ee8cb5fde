/** Public interface of todos. */
export { resolveTodos, type TodoTarget } from './add-todos';
export { addApproverTodos } from './approver-todos';
export { type TodosDeps } from './deps';
export {
  addTodosOfNewItem,
  hasNewTodos,
  isResolving,
  itemEvents,
  type ItemEventType,
  type NoteEventType,
  resolutionsOf,
  resolveForActor,
  targetOf,
  targetTypes,
  updateTodosOfChangedItem,
  updateTodosOfNote,
} from './event-todos';
export { markTarget } from './mark-target';
export { addObstacleTodos } from './merge-request-todos';
export { type Resolution, resolveAllTodos } from './resolve-todos';
export { readersOf } from './todo-readers';

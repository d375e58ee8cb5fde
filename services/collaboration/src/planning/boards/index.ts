/** Public interface of issue boards. */
export { type BoardDocument, type StoredList } from './board.model';
export { MAX_LISTS } from './change-lists';
export { type BoardsDeps } from './deps';
export { removeFromBoards } from './remove-from-boards';

/** Public interface of the history of items. */
export { type ItemHistoryDeps } from './deps';

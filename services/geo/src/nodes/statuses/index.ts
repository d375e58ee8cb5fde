/** Public interface of statuses of nodes. */
export { isOutdated, isSelf } from './status-of';

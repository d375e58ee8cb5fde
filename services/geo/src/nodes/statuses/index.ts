/** Public interface of statuses. */
export { isOutdated, isSelf } from './status-of';

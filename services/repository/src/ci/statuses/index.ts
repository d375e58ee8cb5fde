/** Public interface of statuses. */
export { reconcileStatus } from './reconcile-status';
export { isFinal } from './status-transitions';

/** Public interface of event consumers. */
export { countDeferredEvents } from './count-deferred-events';
export { oldestEventOf, serviceOf } from './event-consumer.entity';
export { loadConsumers } from './load-consumers';

/** Public interface of event consumers. */
export { oldestEventOf, serviceOf } from './event-consumer.entity';
export { loadConsumers } from './load-consumers';

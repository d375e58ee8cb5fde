import { listEventConsumers } from './list-event-consumers';

/** Operations on event consumers. */
export const operations = [listEventConsumers];

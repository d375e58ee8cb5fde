import { listEventConsumers } from './operations/list-event-consumers';

/** Operations on event consumers. */
export const operations = [listEventConsumers];

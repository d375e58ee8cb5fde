import { listEventConsumers } from './operations/list-event-consumers';

/** The operations on consumers. */
export const operations = [listEventConsumers];

import { listEventConsumers } from './list-event-consumers';

/** The operations on consumers. */
export const operations = [listEventConsumers];

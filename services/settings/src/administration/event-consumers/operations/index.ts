import { checkNatsSync } from '../check-nats-sync';
import { listEventConsumers } from './list-event-consumers';

/** Operations on event consumers. */
export const operations = [listEventConsumers];

/** Periodic tasks of events. */
export const schedules = [checkNatsSync];

import { listEventEntities } from './list-event-entities';

export const eventEntityOperations = [listEventEntities];

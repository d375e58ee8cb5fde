import { listEvents } from './list-events';
import { listProjectEvents } from './list-project-events';
import { listUserEvents } from './list-user-events';

export const contributionEventOperations = [listEvents, listProjectEvents, listUserEvents];

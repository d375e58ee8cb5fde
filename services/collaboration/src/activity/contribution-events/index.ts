import { listEvents } from './operations/list-events';
import { listProjectEvents } from './operations/list-project-events';
import { listUserEvents } from './operations/list-user-events';

export const contributionEventOperations = [listEvents, listProjectEvents, listUserEvents];

import { listContributionDays } from './list-contribution-days';
import { listEvents } from './list-events';
import { listProjectEvents } from './list-project-events';
import { listUserEvents } from './list-user-events';

export const contributionEventOperations = [listContributionDays, listEvents, listProjectEvents, listUserEvents];

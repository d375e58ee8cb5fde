import { listGroupMilestoneBurndownEvents, listProjectMilestoneBurndownEvents } from './list-milestone-burndown-events';

export const burndownOperations = [listGroupMilestoneBurndownEvents, listProjectMilestoneBurndownEvents];

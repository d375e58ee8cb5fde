import { cancelHousekeepingJob } from './cancel-housekeeping-job';
import { listHousekeepingJobs } from './list-housekeeping-jobs';
import { retryHousekeepingJob } from './retry-housekeeping-job';
import { startHousekeeping } from './start-housekeeping';

export const housekeepingOperations = [
  startHousekeeping,
  listHousekeepingJobs,
  retryHousekeepingJob,
  cancelHousekeepingJob,
];

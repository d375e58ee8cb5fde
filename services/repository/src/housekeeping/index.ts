import { cancelHousekeepingJob } from './cancel-housekeeping-job';
import { listHousekeepingJobs } from './list-housekeeping-jobs';
import { retryHousekeepingJob } from './retry-housekeeping-job';
import { startHousekeepingJob } from './start-housekeeping-job';

export const housekeepingOperations = [
  startHousekeepingJob,
  listHousekeepingJobs,
  retryHousekeepingJob,
  cancelHousekeepingJob,
];

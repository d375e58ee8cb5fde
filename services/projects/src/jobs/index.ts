import { cancelAdminJob } from './cancel-admin-job';
import { countJobs } from './count-jobs';
import { listAdminJobs } from './list-admin-jobs';
import { retryAdminJob } from './retry-admin-job';

export const jobOperations = [listAdminJobs, countJobs, retryAdminJob, cancelAdminJob];

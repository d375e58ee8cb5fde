import { cancelAdminJob } from './cancel-admin-job';
import { listAdminJobs } from './list-admin-jobs';
import { retryAdminJob } from './retry-admin-job';

export const jobOperations = [listAdminJobs, retryAdminJob, cancelAdminJob];

import { cancelAdminJob } from './operations/cancel-admin-job';
import { listAdminJobs } from './operations/list-admin-jobs';
import { retryAdminJob } from './operations/retry-admin-job';

export const jobOperations = [listAdminJobs, retryAdminJob, cancelAdminJob];

/** Queues of jobs in the database: claims, leases, retries, order and shutdown. */
export { DocumentClaims, type JobEnd } from './document-claims';
export { firstOfEach } from './first-of-each';
export type { JobRun } from './held-claim';
export { JobQueue, type Capacity, type Continuation } from './job-queue';
export type { Claim, JobStore } from './job-store';
export { createKeyClaims, createLeases, type Leases } from './leases';
export { doublingDelay, RetryTable } from './retries';

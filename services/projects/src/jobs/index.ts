/** Public interface of `jobs`: what other areas of this service may import. */
export { jobChange, type JobKind, JobRunner, type JobStep } from './job-runner';
export { inMinutes, type Job, type JobDocument, jobSchema, requestRun, retryAt } from './job';

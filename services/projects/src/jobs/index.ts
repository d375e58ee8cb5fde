/** Jobs that are stored on documents, and their runner. */
export { jobChange, type JobKind, JobRunner, type JobStep } from './job-runner';
export { inMinutes, type Job, type JobDocument, jobSchema, requestRun, retryAt } from './job';

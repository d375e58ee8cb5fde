/** Public interface of `administration/jobs`: what other areas of this service may import. */
export type { AdminJobKind } from './admin-job-kind';
export { adminJobKinds } from './admin-job-kinds';
export type { AdminJobsDeps } from './deps';
export type { JobState } from './job-state';

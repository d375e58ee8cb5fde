/** The jobs of this service as administrators see and manage them. */
export type { AdminJobKind } from './admin-job-kind';
export { adminJobKinds } from './admin-job-kinds';
export type { AdminJobsDeps } from './deps';
export type { JobState } from './job-state';

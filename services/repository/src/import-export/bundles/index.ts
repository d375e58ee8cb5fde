/** Public interface of bundles. */
export { restorePipeline, statusOf } from './pipeline.row';
export { restoreProtectedBranch, restoreProtectedTag, restoreRelease } from './repository.row';

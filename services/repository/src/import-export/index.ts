/** Public interface of the import and export of projects. */
export { restorePipeline, statusOf } from './pipeline.row';
export { restoreProtectedBranch, restoreProtectedTag, restoreRelease } from './repository.row';

/** Public interface of the resolution of revisions. */
export type { RevisionDeps } from './deps';
export { defaultBranchOf, findCommitId, locateRepository, resolveCommit, revisionOf } from './resolve-commit';

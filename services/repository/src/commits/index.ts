/** Public interface of commits. */
export type { RevisionDeps } from './deps';
export { defaultBranchOf, findCommitId, locateRepository, resolveCommit, revisionOf } from './resolve-commit';

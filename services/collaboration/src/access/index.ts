/** Public interface of access rights. */
export { authorizeFor, rightsOn, rightsOnProject, rightsOnProjects, subjectOfUser } from './authorize';
export { type AccessDeps } from './deps';
export { filterInsideGroup } from './inside-group';
export { actingUser, onBehalfOf } from './on-behalf-of';
export {
  assertCanWriteOn,
  canAdminIssues,
  canAdminMergeRequests,
  canChangeNote,
  canCreateMergeRequestIn,
  canReadIssue,
  canResolve,
  canUpdateIssue,
  canUpdateMergeRequest,
  type GuardedIssue,
  type ItemFeature,
} from './policy';
export { type Readable } from './readable-caches';
export {
  MAX_PROJECT_IDS,
  readableGroups,
  readableLevels,
  readableProjects,
  readableProjectsAmong,
  subjectOf,
} from './readable';

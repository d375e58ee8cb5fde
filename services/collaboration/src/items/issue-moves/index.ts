/** Public interface of moving issues. */
export { type IssueMovesDeps } from './deps';
export { finalizeMove } from './finalize-move';
export { moveIssueToProject } from './move-issue-to-project';

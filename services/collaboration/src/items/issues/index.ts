/** Public interface of issues. */
export { updateIssue } from './changes/update-issue';
export { changeIssueSubscription } from './changes/change-issue-subscription';
export { changeIssue, type IssueSet, recordIssueChange } from './changes/change-issue';
export { closeIssues } from './changes/close-issues';
export { type AttributesRequest } from './changes/issue-attributes';
export {
  type IssueChangesDeps,
  type IssueListsDeps,
  type IssueQueries,
  type IssuesDeps,
  type IssueViewDeps,
} from './deps';
export { markDuplicate } from './duplicates/mark-duplicate';
export { epicIdOf } from './epic-of-issue';
export { findIssue, presentIssueFor } from './find-issue';
export { presentIssue, presentIssues } from './issue.entity';
export { allIssues, groupIssues, projectIssues } from './list/issue-filter';
export { listIssuePage } from './list/list-issue-page';
export { readableIssues } from './list/readable-issues';
export { issueTarget, noteAboutIssue } from './note-about-issue';

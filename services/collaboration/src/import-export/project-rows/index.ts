/** Public interface of the rows of archives of projects. */
export { boardRows, importBoards } from './board.row';
export { type ProjectRowsDeps } from './deps';
export { importIssueLinks } from './issue-link.row';
export { importIssues } from './issue.row';
export { importLabels, labelRow } from './label.row';
export { importMergeRequests } from './merge-request.row';
export { importMilestones, milestoneRow } from './milestone.row';
export { countAwards, countNotes, type RestoredThreads, restoreNote, restoreThreads, storeThreads } from './note.row';
export { ProjectImport } from './project-import';
export { loadRelatedData, type RelatedData } from './threads';
export { labelsByTitle, labelsIn, titleOf } from './titles';

/** Dependencies of search. */
import type { NotesDeps } from '#discussion/notes/deps';
import type { IssueListsDeps } from '#items/issues/deps';
import type { MergeRequestListsDeps } from '#items/merge-requests/deps';
import type { MilestonesDeps } from '#planning/milestones/deps';

/** Dependencies of search. */
export interface SearchDeps extends IssueListsDeps, MergeRequestListsDeps, Pick<NotesDeps, 'notes'> {
  queries: IssueListsDeps['queries'] & MergeRequestListsDeps['queries'];
  /** Pages of the objects found. */
  lists: IssueListsDeps['lists'] & MergeRequestListsDeps['lists'] & MilestonesDeps['lists'] & NotesDeps['lists'];
}

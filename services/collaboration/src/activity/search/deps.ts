import type { NotesDeps } from '#discussion/notes';
import type { IssueListsDeps } from '#items/issues';
import type { MergeRequestListsDeps } from '#items/merge-requests';
import type { MilestonesDeps } from '#planning/milestones';

/** Dependencies of search. */
export interface SearchDeps extends IssueListsDeps, MergeRequestListsDeps, Pick<NotesDeps, 'notes'> {
  queries: IssueListsDeps['queries'] & MergeRequestListsDeps['queries'];
  /** Pages of the objects found. */
  lists: IssueListsDeps['lists'] & MergeRequestListsDeps['lists'] & MilestonesDeps['lists'] & NotesDeps['lists'];
}

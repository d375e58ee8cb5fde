import type { NotesDeps } from '#discussion/notes';

/** Dependencies of comments on commits. */
export type CommitCommentsDeps = NotesDeps;

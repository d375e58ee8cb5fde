import { createDraftNote } from './create-draft-note';
import { deleteDraftNote } from './delete-draft-note';
import { getDraftNote } from './get-draft-note';
import { listDraftNotes } from './list-draft-notes';
import { publishDraftNote } from './publish-draft-note';
import { publishDraftNotes } from './publish-draft-notes';
import { updateDraftNote } from './update-draft-note';

export const draftNoteOperations = [
  createDraftNote,
  deleteDraftNote,
  getDraftNote,
  listDraftNotes,
  publishDraftNote,
  publishDraftNotes,
  updateDraftNote,
];

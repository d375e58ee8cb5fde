/** Public interface of notes. */
export { changeNote } from './change-note';
export { recountNotes } from './count-notes';
export { createNoteWithQuickActions, type WrittenNote } from './create-note-with-quick-actions';
export { addCrossReferences, hasReferences } from './cross-references';
export { type NotesDeps } from './deps';
export { canReadMentioner, findHiddenNotes } from './hidden-notes';
export { invalidNote } from './note-errors';
export { presentNote, presentNotes, presentNotesOfMany, presentWrittenNote } from './note.entity';
export { type CommitLine, type DiffPosition, listedNote, type NoteDocument } from './note.model';
export { epicOf, issueOf, mergeRequestOf, noteOn, notesOn, snippetOf } from './noteable';
export { removeNote } from './remove-note';
export { addSystemNote, addSystemNotes } from './system-notes';

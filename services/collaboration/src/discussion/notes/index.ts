/** Public interface of notes. */
export { changeNote } from './change-note';
export { recountNotes } from './count-notes';
export {
  createNoteWithQuickActions,
  type WrittenNote,
  writeNoteWithQuickActions,
} from './create-note-with-quick-actions';
export { addCrossReferences, hasReferences } from './cross-references';
export { type NotesDeps } from './deps';
export { canReadMentioner, findHiddenNotes } from './hidden-notes';
export { invalidNote, invalidNoteChange } from './note-errors';
export { presentLineRange, presentNote, presentNotes, presentNotesOfMany, presentWrittenNote } from './note.entity';
export { digestOfPath, lineCodeOf, parseLineCode } from './line-code';
export {
  type CommitLine,
  type DiffPosition,
  type LineRange,
  listedNote,
  type NoteDocument,
  type RangeEnd,
  type SuggestionDocument,
} from './note.model';
export { epicOf, issueOf, mergeRequestOf, noteOn, notesOn, snippetOf } from './noteable';
export { removeNote } from './remove-note';
export { presentSuggestions } from './present-suggestions';
export { addSystemNote, addSystemNotes } from './system-notes';
export { findOutdatedThreads, outdatedKey } from './outdated-threads';
export { type NewNote } from './write-note';

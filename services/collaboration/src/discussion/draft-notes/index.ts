/** Public interface of draft notes. */
export { type DraftNotesDeps } from './deps';
export { type DraftNoteDocument } from './draft-note.model';

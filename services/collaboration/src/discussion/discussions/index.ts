/** Public interface of discussions. */
export { type DiscussionsDeps } from './deps';
export { positionIn } from './diff-position';
export { findDiscussion } from './find-discussion';
export { replyFields, threadFields } from './note-fields';
export { resolveNotes, setResolved } from './resolve-notes';
export { markOutdatedThreads } from './mark-outdated-threads';
export { recordResolution } from './record-resolution';

/** Public interface of the ref log. */
export { addCopies, removeCopies, skipCopies } from './copied-entries';
export { findTip } from './find-tip';
export { hasCommit } from './has-commit';
export type { RefActor, RefIntent } from './ref-intent';
export type { RefChange } from './change-ref';
export type { CommittedChange } from './commit-in-turn';
export type { LoggedRef, RefCheckpoint, RefLogEntry } from './ref-log-entry.model';
export type { RefWriter } from './ref-writer';

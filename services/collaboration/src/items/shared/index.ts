/** Public interface of the code that issues, merge requests and epics share. */
export { type Changed, changeTexts, type ItemChanges, peopleTexts, sentence } from './change-texts';
export { callForResource, createWithQuickActions } from './create-with-quick-actions';
export { type ItemQueries, type Owned, type QuickActionTextDeps, type SharedDeps } from './deps';
export { assigneeIdsOf, filterReaders, stateOf } from './item-attributes';
export { parseDuration } from './durations';
export {
  descriptionChange,
  initialChanges,
  type ItemChange,
  type ItemEvent,
  itemEvents,
  type RecordableEvent,
  type ResourceChanges,
  type SpentTimeChange,
} from './item-events';
export { type HistoryNote, type ItemHistory, type RecordedChange } from './item-history';
export { loadCachedEpics, readIssueEpics } from './issue-epics';
export { type ItemNotes } from './item-notes';
export { type Associations, preloadAssociations } from './preload-associations';
export { type Mentioner, type Noteable, type NoteTarget } from './noteable';
export { presentReferences, presentTasks, presentTimeStats, type ReferenceBase } from './present-item';
export { type ParseQuickActions } from './quick-actions';
export { isSubscribed, withSubscription } from './subscriptions';

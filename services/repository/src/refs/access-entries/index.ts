/** Public interface of access entries. */
export {
  type EntryNames,
  type EventEntry,
  loadEntryNames,
  NO_NAMES,
  presentEntry,
  presentEventEntry,
} from './access-entry.entity';
export {
  type AccessEntry,
  assertValidLists,
  changeEntries,
  entriesOf,
  type EntryChange,
  entryListType,
  groupKey,
  lastIdOf,
  namedBy,
  newEntries,
  type NumberedEntry,
  numberEntries,
  userKey,
} from './access-entry';
export { assertAccess, findProjectSubjects } from './assert-access';
export { type EntryCaller, loadEntriesForCaller } from './entries-for-caller';

/** Documents with their events, lists, search and files in MongoDB. */
export { type Avatar, avatarPath, downloadAvatar, removeReplacedAvatar, storeAvatar } from './files/avatar';
export { forEachMatching, removeAll } from './store/batches';
export { changesOf, type ChangesOf, type FieldChanges } from './store/changes';
export { CombinedCommands } from './store/combined-commands';
export { type Change, EntityStore, type EventPart, EventParts } from './store/entity-store';
export { avatarKind, type FileKind, fileOriginOperations } from './files/file-origin';
export { type ByteRange, createFileStore, type FileStore, type StoredFile } from './files/file-store';
export { type ImportedRows, importRows, type RowFailure, rowFailure } from './import-rows';
export { UntrustedRecord } from './untrusted-record';
export { idBatches } from './store/id-batches';
export { assignFields } from './assign-fields';
export { listConcatenated, type ListPart, partsByKey } from './long-lists/list-concatenated';
export { countRange, createLongLists, listRange, type LongLists, readFirst } from './long-lists/list-range';
export type { RowCheck } from './long-lists/row-check';
export {
  connectDatabase,
  createDatabaseClients,
  type DatabaseClients,
  createSequences,
  type EntityDocument,
  type EntityId,
  entitySchema,
  type EventOrigin,
  type OutboxEntry,
  type Sequences,
} from './mongo';
export { type DatabaseUser, ensureDatabaseUsers } from './database-users';
export { dropIndex, ensureIndexes, whereGreater, wherePresent } from './indexes';
export { isDuplicateKey, retryWriteConflicts } from './write-conflicts';
export { Outbox } from './store/outbox';
export type { NewEvent } from './store/outbox-entry';
export { EXACT_TOTAL, pageInfo, pageOf, type PageRequest } from './page';
export { listPage, listSections, pageRows, type Section } from './pagination';
export { QueryCache } from './query-cache';
export { containsTerms, patternOf, type SearchFields, searchFields, searchTermsOf } from './search/search-text';
export { onOwnWrite, replicateWrites } from './store/write-notifications';

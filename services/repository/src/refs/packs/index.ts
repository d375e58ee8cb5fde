/** Public interface of the packs that are kept outside of the folders of repositories. */
export { applyLogPart, type ReplicaLogDeps } from './apply-log-part';
export { readReplicaCursor, type ReplicaCursor, writeReplicaCursor } from './replica-cursor';
export {
  builtState,
  loggedStates,
  type LogPart,
  type LogSource,
  namedContent,
  originalCursor,
  readLogPart,
  type SentPack,
} from './replica-log';
export { receivePack } from './receive-pack';
export { ATTEMPTS_OF_LOST, REMOVAL_MS } from './lost-folders';
export { appliedFile } from './applied-file';
export { checkpointId } from './repository-checkpoint.model';
export { bytesOf, renewCheckpoint, replaceCheckpoint } from './write-checkpoint';
export type { PacksDeps } from './deps';
export type { StagedPacks } from './staged-packs';
export { openExisting } from './open-existing';
export type { RepositoryPacks } from './repository-packs';
export { MIN_DELETED_ID } from './copy-checkpoint';
export type { RepositoryCheckpoint } from './repository-checkpoint.model';
export type { KeptPack } from './kept-pack';
export type { LoggedState, LogMark, LogName } from './deps';
export { type EntryPacks, type NamedByDocument, packsInRange, packsInStore } from './audit/named-packs';

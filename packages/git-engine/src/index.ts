/** Reads and writes git repositories in a worker process. */
export type { DownloadSettings } from './worker/messages';
export { snapshotFiles } from './content/archive/snapshot-files';
export type { ArchiveFormat } from './content/archive/stream-archive';
export type { BlameRange } from './content/blame/blame';
export type { FileContent } from './content/blob/read-file';
export { buildPointer, type LfsPointer, MAX_POINTER_BYTES, parsePointer } from './content/lfs/pointer';
export { type CallOptions, type GitClient, type GitStream, startGitWorker } from './client';
export type { DiffStats } from './diff/diff-stats';
export type { TreeDiff } from './diff/diff-trees';
export type { DiffEntry } from './diff/patch-parser';
export { GitError, type GitErrorReason, isGitError } from './errors';
export type { Contributor } from './history/contributors';
export type { ListCommitsInput } from './history/list-commits';
export type { NewCommit } from './history/new-commits';
export type { NewFile } from './history/new-files';
export type { RefsContainingInput } from './history/bases/refs-containing';
export type { Commit, Signature } from './objects/commit';
export { operations, streamOperations } from './operations';
export type { TagRef } from './refs/list-tags';
export { branchRef, BRANCHES, TAGS, zeroId } from './refs/ref-folders';
export type { RemoteRef } from './remote/list-remote-refs';
export type { Remote, RemoteTls } from './remote/remote-git';
export type { PathCondition } from './content/search/path-filters';
export type { FoundLines } from './content/search/search-files';
export { replaceFile } from './storage/durable-files';
export { repositoryExists } from './storage/ensure-repository';
export { moveRepository } from './storage/move-repository';
export { emptyTrash, removeRepository } from './storage/remove-repository';
export { type RepositoryKind, repositoryPath } from './storage/repository-path';
export { NdjsonChannel } from './transport/streams/ndjson-channel';
export {
  type ConnectionRequest,
  type FromTransport,
  GRANT_HEADER,
  SECRET_HEADER,
  type ToTransport,
  type TransportLimits,
  type TransportUsage,
} from './transport/serve-transport';
export { CONNECTION_HEADER } from './transport/transport.types';
export type {
  PostReceiveRequest,
  PreReceiveRequest,
  PreReceiveResult,
  ProcReceiveRequest,
  TransportGrant,
} from './transport/transport.types';
export type { FileSize } from './content/tree/file-sizes';
export type { TreeEntry } from './content/tree/tree-entries';
export {
  type ConflictFile,
  type ConflictKind,
  type ConflictResolution,
  type ConflictSection,
} from './write/conflicts/conflict.types';
export type { CommitAction } from './write/commits/commit-actions';
export type { Identity } from './write/identity';
export { isFullName, isValidBranchName, isValidRefName, isValidTagName, isWellFormed } from './write/refs/ref-names';
export { type PackFile, packsIn } from './packs/list-packs';
export type { RefusedUpdate } from './write/refs/check-ref-updates';
export type { RefConflict, RefUpdate } from './write/refs/ref-transactions';
export type { UpdateResult } from './transport/protocol/proc-receive';

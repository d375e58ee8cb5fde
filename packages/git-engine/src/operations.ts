/**
 * All operations of the git engine by name. To add one, write its file and add its line here; the
 * client follows. Names are unique over both lists.
 */
import type { Operation, StreamOperation } from './worker/context';
import { streamArchive } from './content/archive/stream-archive';
import { streamBundle } from './content/archive/stream-bundle';
import { receiveSnapshot } from './content/archive/receive-snapshot';
import { streamSnapshot } from './content/archive/stream-snapshot';
import { blame } from './content/blame/blame';
import { blobInfo } from './content/blob/blob-info';
import { readBlob } from './content/blob/read-blob';
import { streamBlob } from './content/blob/stream-blob';
import { readFile } from './content/blob/read-file';
import { addedPointers, pushedPointers } from './content/lfs/new-pointers';
import { pushedPaths } from './content/lfs/pushed-paths';
import { changedPaths } from './diff/changed-paths';
import { commitDiff, diffBetween } from './diff/commit-diff';
import { compare } from './diff/compare';
import { compareAcross } from './diff/compare-across';
import { diffStats } from './diff/diff-stats';
import { streamDiff } from './diff/stream-diff';
import { streamPatches } from './diff/stream-patches';
import { contributors } from './history/contributors';
import { countCommits } from './history/count-commits';
import { countMatchingCommits } from './history/count-matching-commits';
import { getCommit, getCommits } from './history/get-commits';
import { isFastForward } from './history/bases/is-fast-forward';
import { lastCommitForPath } from './history/last-commit-for-path';
import { lastCommitsInFolder } from './history/last-commits-in-folder';
import { listCommits } from './history/list-commits';
import { aheadBehind, isAncestor, mergeBase } from './history/bases/merge-base';
import { mergedInto } from './history/bases/merged-into';
import { newCommitIds, readNewCommits } from './history/new-commits';
import { newFiles } from './history/new-files';
import { pushedCommits } from './history/pushed-commits';
import { refsContaining } from './history/bases/refs-containing';
import { checkRepository } from './measure/check-repository';
import { measureRepository } from './measure/measure-repository';
import { repositoryState } from './measure/repository-state';
import { commitSignature } from './objects/commit-signature';
import { findRef } from './refs/find-ref';
import { getHead } from './refs/get-head';
import { listRefs } from './refs/list-refs';
import { getTag, listTags } from './refs/list-tags';
import { resolveRevision } from './refs/resolve-revision';
import { splitAddress } from './refs/split-address';
import { createTemporaryClone, removeTemporaryClone } from './remote/temporary-clone';
import { fetchRemote } from './remote/fetch-remote';
import { fetchReplica } from './remote/fetch-replica';
import { forkPeerRepository } from './remote/fork-peer-repository';
import { listRemoteRefs } from './remote/list-remote-refs';
import { pushRemote } from './remote/push-remote';
import { combinePacks } from './packs/combine-packs';
import { createFromPacks, installPacks } from './packs/install-packs';
import { listAllRefs } from './packs/list-all-refs';
import { listPacks } from './packs/list-packs';
import { packNewObjects } from './packs/pack-new-objects';
import { searchCommits } from './content/search/search-commits';
import { searchFiles } from './content/search/search-files';
import { writeCloneBundle } from './transport/clone-bundles/write-clone-bundle';
import { serveTransport } from './transport/serve-transport';
import { filePaths } from './content/tree/file-paths';
import { fileSizes } from './content/tree/file-sizes';
import { treeEntries } from './content/tree/tree-entries';
import { treeEntry } from './content/tree/tree-entry';
import { writeOperations } from './write/write-operations';

export const operations = {
  blobInfo,
  readBlob,
  findRef,
  getHead,
  listRefs,
  listTags,
  getTag,
  resolveRevision,
  splitAddress,
  getCommit,
  getCommits,
  commitSignature,
  listCommits,
  countCommits,
  countMatchingCommits,
  lastCommitForPath,
  lastCommitsInFolder,
  mergeBase,
  isAncestor,
  isFastForward,
  aheadBehind,
  mergedInto,
  newCommitIds,
  readNewCommits,
  newFiles,
  pushedPointers,
  addedPointers,
  pushedPaths,
  pushedCommits,
  refsContaining,
  changedPaths,
  commitDiff,
  diffBetween,
  diffStats,
  compare,
  compareAcross,
  treeEntries,
  treeEntry,
  filePaths,
  fileSizes,
  readFile,
  blame,
  contributors,
  checkRepository,
  measureRepository,
  searchFiles,
  searchCommits,
  repositoryState,
  createTemporaryClone,
  removeTemporaryClone,
  forkPeerRepository,
  listRemoteRefs,
  fetchRemote,
  fetchReplica,
  pushRemote,
  writeCloneBundle,
  combinePacks,
  createFromPacks,
  installPacks,
  listAllRefs,
  listPacks,
  packNewObjects,
  ...writeOperations,
} satisfies Record<string, Operation<never, unknown>>;

export const streamOperations = {
  streamBlob,
  streamArchive,
  streamBundle,
  streamDiff,
  streamPatches,
  streamSnapshot,
  receiveSnapshot,
  serveTransport,
} satisfies Record<string, StreamOperation<never, unknown>>;

export type Operations = typeof operations;
export type StreamOperations = typeof streamOperations;

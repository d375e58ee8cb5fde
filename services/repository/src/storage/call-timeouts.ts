/**
 * Timeouts of git calls that a request waits for, by class of call, from the settings of the
 * instance. Calls with a timeout of their own keep it: transfers and long work.
 */
import type { operations } from '@forgemesh/git-engine';

/** Settings in seconds; 0 for no timeout. */
export interface TimeoutSettings {
  storage_timeout_default: number;
  storage_timeout_medium: number;
  storage_timeout_fast: number;
}

type OperationName = keyof typeof operations;

/** Reads of single refs and objects. */
const fast: ReadonlySet<string> = new Set<OperationName>([
  'aheadBehind',
  'blobInfo',
  'commitSignature',
  'findRef',
  'getCommit',
  'getCommits',
  'getHead',
  'getTag',
  'isAncestor',
  'isFastForward',
  'mergeBase',
  'readBlob',
  'readFile',
  'resolveRevision',
  'treeEntry',
]);

/** Lists, changes of one commit, and updates of refs. */
const medium: ReadonlySet<string> = new Set<OperationName>([
  'checkRefUpdates',
  'commitDiff',
  'countCommits',
  'createBranch',
  'createTag',
  'deleteBranch',
  'deleteTag',
  'diffStats',
  'filePaths',
  'fileSizes',
  'lastCommitForPath',
  'lastCommitsInFolder',
  'listCommits',
  'listRefs',
  'listTags',
  'readNewCommits',
  'setHead',
  'treeEntries',
  'updateRefs',
  'writeCommit',
  'writeTag',
]);

/** Timeout of calls that no request waits for; the settings do not apply to them. */
const BACKGROUND_TIMEOUT_MS = 5 * 60_000;

/**
 * Returns the timeout of a call in milliseconds, 0 for none; undefined for the default of the git
 * engine, while the settings are not loaded.
 */
export function timeoutOf(
  operation: string,
  settings: TimeoutSettings | undefined,
  isRequest: boolean,
): number | undefined {
  if (!isRequest) return BACKGROUND_TIMEOUT_MS;
  if (!settings) return undefined;
  if (fast.has(operation)) return settings.storage_timeout_fast * 1000;
  return (medium.has(operation) ? settings.storage_timeout_medium : settings.storage_timeout_default) * 1000;
}

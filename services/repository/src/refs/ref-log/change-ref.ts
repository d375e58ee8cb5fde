/** Changes one ref outside of a push. */
import { GitError, type RefusedUpdate } from '@forgemesh/git-engine';
import { identifyPush, startAppend } from './append-entry';
import { followEntries } from './catch-up';
import { finishEntries } from './close-entries';
import type { RefLogDeps } from './deps';
import type { RefLogEntry } from './ref-log-entry.model';
import type { RefIntent } from './ref-intent';

/** The wanted change of one ref. */
export type SingleIntent = Omit<RefIntent, 'changes'> & { change: RefIntent['changes'][number] };

/** A ref that has changed. */
export interface RefChange {
  /** Id before; zeros for a new ref. */
  before: string;
  /** Id after; zeros for a deleted ref. */
  after: string;
}

/** A change that is made, and may not be acknowledged yet. */
export interface StartedChange extends RefChange {
  /** Resolves when it may be acknowledged: every process shows it. Never rejects. */
  finished: Promise<void>;
}

/**
 * Moves one ref. Returns the change; for a retry, that of the first attempt. Errors: GitError
 * `conflict` when the ref is not at the expected value, and the others of `updateRefs`; DiskError
 * when the disk accepts no writes; UnavailableError when the outcome is still unknown.
 */
export async function changeRef(deps: RefLogDeps, intent: SingleIntent): Promise<RefChange> {
  const { finished, ...change } = await startChange(deps, intent);
  await finished;
  return change;
}

/**
 * Like `changeRef`, but returns as soon as the next change of the ref can be made: a process that
 * was lost lately delays the acknowledgement by a second. The caller waits for `finished`.
 */
export async function startChange(deps: RefLogDeps, { change, ...intent }: SingleIntent): Promise<StartedChange> {
  const changes = [change];
  const { entry, refused, announced } = await startAppend(deps, { ...intent, changes }, identifyPush(changes), true);
  if (!entry) {
    // The first attempt of a retried write may have moved the ref, which looks like a conflict.
    const earlier = await findEarlierChange(deps, intent.operation_id);
    if (earlier) return { ...earlier, finished: Promise.resolve() };
    throw toGitError(refused[0]);
  }
  const finish = async (): Promise<void> => {
    await announced;
    await finishEntries(deps, [entry]);
  };
  const { before, after } = firstChange(entry);
  return { before, after, finished: finish() };
}

/**
 * The change made by an earlier attempt of the same write; null if the write is new or its ref did
 * not move.
 */
export async function findEarlierChange(deps: RefLogDeps, operationId: string | undefined): Promise<RefChange | null> {
  const entry = operationId === undefined ? null : await deps.refLog.findByOperation(operationId);
  if (!entry) return null;
  if (entry.open_at) {
    await followEntries(deps, entry);
    await finishEntries(deps, [entry]);
    // The process that wrote it may have ended before the others knew of it.
    await deps.packs.announce(entry, entry.seq);
  }
  return firstChange(entry);
}

function firstChange({ refs }: RefLogEntry): RefChange {
  const [change] = refs;
  if (!change) throw new Error('an entry of the ref log is empty');
  return change;
}

/** The error of a refused change, as `updateRefs` throws it. */
function toGitError(refused: RefusedUpdate | undefined): Error {
  if (!refused) return new Error('a change of a ref was neither made nor refused');
  const { reason, message, ref, cause } = refused;
  return new GitError(reason, message, cause && { ref, cause });
}

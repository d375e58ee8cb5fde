/**
 * Changes one ref outside of a push: the intent is recorded, the ref is moved by compare-and-swap,
 * the intent is closed. After a crash before the move nothing has happened; after it, the sweep
 * publishes the event.
 */
import { DiskError, UnavailableError } from '@forgemesh/errors';
import { isGitError } from '@forgemesh/git-engine';
import { ReadOnlyError } from '#storage';
import { recordIntents, type RefIntent } from './record-intents';
import type { RefChangeDocument } from './ref-change.model';
import { reconcileIntents } from './reconcile-intents';
import { wasApplied } from './was-applied';
import type { RefChangesDeps } from './deps';

/** An intent for one ref. */
export type SingleIntent = Omit<RefIntent, 'changes'> & { change: RefIntent['changes'][number] };

/**
 * Moves one ref. Returns the stored change; for a retry, that of the first attempt. Errors:
 * GitError `conflict` when the ref is not at the expected value, and the others of `updateRefs`;
 * DiskError when the disk accepts no writes; UnavailableError when the outcome is still unknown.
 */
export async function changeRef(deps: RefChangesDeps, { change, ...intent }: SingleIntent): Promise<RefChangeDocument> {
  const [recorded] = await recordIntents(deps, { ...intent, changes: [change] });
  if (!recorded) throw new Error('an intent was not recorded');
  const { ref, before, after } = recorded;
  try {
    await deps.git.updateRefs({ repo: intent.location.repo, updates: [{ ref, old: before, new: after }] });
  } catch (error) {
    await handleFailure(deps, recorded, error);
  }
  await reconcileIntents(deps, [recorded]);
  return recorded;
}

/**
 * Whether an error proves that no ref moved. When the disk is full, some of several refs may have
 * moved.
 */
export function isRefusedChange(error: unknown): boolean {
  if (error instanceof ReadOnlyError) return true;
  return isGitError(error) && error.reason !== 'unavailable' && error.reason !== 'deadline_exceeded';
}

/** Returns if the change was applied in spite of the error, else throws. */
async function handleFailure(deps: RefChangesDeps, recorded: RefChangeDocument, error: unknown): Promise<void> {
  const isRefusal = isRefusedChange(error) || error instanceof DiskError;
  // The first attempt of a retried write may have moved the ref already, which looks like a
  // conflict.
  if (await wasApplied(deps, recorded)) return;
  if (!isRefusal) throw new UnavailableError(undefined, { cause: error });
  await deps.refChanges.model.deleteOne({ _id: recorded._id, version: recorded.version });
  throw error;
}

/**
 * The change made by an earlier attempt of the same write; null if the write is new or its ref did
 * not move.
 */
export async function findEarlierChange(
  deps: RefChangesDeps,
  operationId: string | undefined,
): Promise<RefChangeDocument | null> {
  const earlier = operationId === undefined ? null : await deps.refChanges.findByOperation(operationId);
  if (!earlier) return null;
  if (earlier.open_at) {
    if (!(await wasApplied(deps, earlier))) return null;
    await reconcileIntents(deps, [earlier]);
  }
  return earlier;
}

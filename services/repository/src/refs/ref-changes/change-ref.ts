/**
 * The way of every ref change outside of a push: intent recorded, ref moved by compare-and-swap,
 * intent closed. A crash at any point loses nothing: before the ref moved nothing happened, after
 * it the sweep publishes the event.
 */
import { DiskError, UnavailableError } from '@forgemesh/errors';
import { isGitError } from '@forgemesh/git-engine';
import { ReadOnlyError } from '../../storage/repository-use';
import type { Repositories } from '../../deps';
import { recordIntents, type RefIntent } from './record-intents';
import type { RefChangeDocument } from './ref-change.model';
import { settleIntents } from './settle-intents';
import { wasApplied } from './was-applied';

/** An intent for one ref. */
export type SingleIntent = Omit<RefIntent, 'changes'> & { change: RefIntent['changes'][number] };

/**
 * Moves one ref. Returns the change as it was made, which for a repeated write is the change of its
 * first try. Errors: GitError `conflict` when the ref is not where it was thought to be, and the
 * others of `updateRefs`; DiskError when the disk takes no writes; UnavailableError when it is not
 * known yet what became of the change.
 */
export async function changeRef(
  repositories: Repositories,
  { change, ...intent }: SingleIntent,
): Promise<RefChangeDocument> {
  const [recorded] = await recordIntents(repositories, { ...intent, changes: [change] });
  if (!recorded) throw new Error('an intent was not recorded');
  const { ref, before, after } = recorded;
  try {
    await repositories.git.updateRefs({ repo: intent.location.repo, updates: [{ ref, old: before, new: after }] });
  } catch (error) {
    await judgeFailure(repositories, recorded, error);
  }
  await settleIntents(repositories, [recorded]);
  return recorded;
}

/**
 * Whether refs did not move for certain. Of several refs some may have moved before the disk was
 * full.
 */
export function isRefusedChange(error: unknown): boolean {
  if (error instanceof ReadOnlyError) return true;
  return isGitError(error) && error.reason !== 'unavailable' && error.reason !== 'deadline_exceeded';
}

/** Returns when the change was made after all, else throws. */
async function judgeFailure(repositories: Repositories, recorded: RefChangeDocument, error: unknown): Promise<void> {
  const isRefusal = isRefusedChange(error) || error instanceof DiskError;
  // The first try of a repeated write may have moved the ref already, which looks like a conflict.
  if (await wasApplied(repositories, recorded)) return;
  if (!isRefusal) throw new UnavailableError(undefined, { cause: error });
  await repositories.refChanges.model.deleteOne({ _id: recorded._id, version: recorded.version });
  throw error;
}

/**
 * The change that an earlier try of the same write made; null where the write is new or its ref
 * never moved.
 */
export async function findEarlierChange(
  repositories: Repositories,
  operationId: string | undefined,
): Promise<RefChangeDocument | null> {
  const earlier = operationId === undefined ? null : await repositories.refChanges.findByOperation(operationId);
  if (!earlier) return null;
  if (earlier.open_at) {
    if (!(await wasApplied(repositories, earlier))) return null;
    await settleIntents(repositories, [earlier]);
  }
  return earlier;
}

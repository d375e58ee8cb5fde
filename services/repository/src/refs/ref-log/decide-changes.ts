/** Decides which of the wanted changes of refs can be made after the newest entry of a log. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RefusedUpdate, RefUpdate } from '@forgemesh/git-engine';
import { ATTEMPTS_OF_LOST, REMOVAL_MS } from '#refs/packs';
import { catchUp, newestSeq } from './catch-up';
import type { RefLogDeps } from './deps';
import type { RefIntent } from './ref-intent';

/** The changes that can be made after an entry. */
export interface DecidedChanges {
  /** Number of the entry. */
  seq: number;
  accepted: RefUpdate[];
  refused: RefusedUpdate[];
}

/**
 * Decides about the changes of an intent; `attempt` counts from 1. Null if that has to be tried
 * again. Errors: ReadOnlyError for a locked repository, UnavailableError if the folder cannot
 * follow the log, and the errors of `StorageEpochs.verify`.
 */
export async function decideChanges(
  deps: RefLogDeps,
  { location, changes, mark }: RefIntent,
  attempt: number,
): Promise<DecidedChanges | null> {
  const { activity, epochs, git, packs } = deps;
  const { repo, storage } = location;
  if (mark && packs.isEnabled) {
    // It depends on no ref, and must not wait until the folder has followed busy writers.
    const [seq] = await Promise.all([newestSeq(deps, location), epochs.verify(storage)]);
    return { seq, accepted: [], refused: [] };
  }
  const head = await catchUp(deps, location);
  const [{ refused }] = await Promise.all([
    git.checkRefUpdates({ repo, updates: [...changes] }),
    epochs.verify(storage),
  ]);
  const seq = await packs.confirm(location, { changes, refused, seq: head });
  if (seq === null) return null;
  // An entry of another process may have locked the repository.
  if (!mark) activity.assertWritable(repo);
  // The folder may be in the middle of its loss.
  const isIncomplete = packs.isEnabled && refused.some(({ reason }) => reason === 'object_not_found');
  if (isIncomplete && attempt < ATTEMPTS_OF_LOST) {
    await pause(REMOVAL_MS);
    return null;
  }
  const isRefused = new Set(refused.map(({ ref }) => ref));
  return { seq, accepted: changes.filter(({ ref }) => !isRefused.has(ref)), refused };
}

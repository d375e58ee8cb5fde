/**
 * Announces objects before their contents are stored: until a link follows, the announcement is
 * what finds an object again that no project has.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isDuplicateKey, retryWriteConflicts } from '@forgemesh/data';
import { UnavailableError } from '@forgemesh/errors';
import type { LfsPointer } from '@forgemesh/git-engine';
import type { ObjectRemovalDeps } from '../deps';
import { GRACE_MS } from './remove-unlinked-objects';

type Deps = Pick<ObjectRemovalDeps, 'lfsObjects'>;

/** How long an upload waits for the removal of the same object. */
const REMOVAL_TRIES = 20;
const REMOVAL_MS = 100;

/**
 * Renews the time until which the object stays without a link. Waits for a removal that has begun:
 * it would delete the new content.
 */
export async function announceObject({ lfsObjects }: Deps, { oid, size }: LfsPointer): Promise<void> {
  const update = { $set: { size, check_at: new Date(Date.now() + GRACE_MS) } };
  for (let tries = 1; ; tries++) {
    try {
      await lfsObjects.updateOne({ _id: oid, removing_at: { $exists: false } }, update, { upsert: true });
      return;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (tries === REMOVAL_TRIES) throw new UnavailableError(undefined, { retryAfter: 5 });
      await pause(REMOVAL_MS);
    }
  }
}

/**
 * The same for several different objects, with one command if all are new, else with two. Does not
 * wait: false if one of them is being removed, and then others may not be announced either.
 */
export async function announceObjects({ lfsObjects }: Deps, objects: readonly LfsPointer[]): Promise<boolean> {
  const check_at = new Date(Date.now() + GRACE_MS);
  const documents = objects.map(({ oid, size }) => ({ _id: oid, size, check_at }));
  try {
    await retryWriteConflicts(() => lfsObjects.insertMany(documents, { ordered: false, lean: true }));
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const present = { _id: { $in: objects.map(({ oid }) => oid) }, removing_at: { $exists: false } };
  const renewed = await retryWriteConflicts(() => lfsObjects.updateMany(present, { $set: { check_at } }));
  return renewed.matchedCount === objects.length;
}

/**
 * Removes objects that no project has. An object is marked when its upload begins and when a link
 * is removed; after a grace period it is either linked, which ends the mark, or removed.
 *
 * An upload of the same object may begin at any time: it renews the mark, which makes a removal
 * that has not begun fail, and is refused while one runs.
 */
import { HOUR_MS } from '@forgemesh/service/durations';
import type { Schedule } from '@forgemesh/service';
import { objectKey } from '@forgemesh/objects';
import type { ObjectRemovalDeps } from '../deps';
import type { LfsObjectDocument } from './lfs-object.model';

/** How long an object stays without a link: longer than any upload takes. */
export const GRACE_MS = 24 * HOUR_MS;
const INTERVAL_MS = HOUR_MS;
/** Time after which another process continues a removal. */
const REMOVAL_MS = 10 * 60_000;
const BATCH = 500;

/** Kind of the objects in the object store. */
export const LFS = 'lfs';

/** Runs the removal periodically. */
export const removeUnlinkedObjects: Schedule<ObjectRemovalDeps> = {
  name: 'repository-lfs-objects',
  everyMs: INTERVAL_MS,
  run: (deps) => sweepObjects(deps),
};

/** `now` is a parameter for tests. */
export async function sweepObjects(deps: ObjectRemovalDeps, now = Date.now()): Promise<void> {
  const { lfsObjects, pendingUploads, objects } = deps;
  const abandoned = { removing_at: { $lte: new Date(now - REMOVAL_MS) } };
  for (const { _id: oid } of await lfsObjects.find(abandoned).limit(BATCH).lean<LfsObjectDocument[]>())
    await remove(deps, oid);
  for (;;) {
    const due = await lfsObjects
      .find({ check_at: { $lte: new Date(now) } }, undefined, { sort: { check_at: 1 }, limit: BATCH })
      .lean<LfsObjectDocument[]>();
    for (const object of due) await check(deps, object, now);
    if (due.length < BATCH) break;
  }
  await pendingUploads.deleteMany({ expires_at: { $lte: new Date(now) } });
  await objects.removeIncomplete(new Date(now - GRACE_MS));
}

async function check(deps: ObjectRemovalDeps, { _id, check_at }: LfsObjectDocument, now: number): Promise<void> {
  const { lfsObjects, lfsLinks } = deps;
  const unchanged = { _id, check_at };
  if (await lfsLinks.exists({ oid: _id })) {
    await lfsObjects.updateOne(unchanged, { $unset: { check_at: 1 } });
    return;
  }
  const claim = { $set: { removing_at: new Date(now) }, $unset: { check_at: 1 } };
  const { modifiedCount } = await lfsObjects.updateOne(unchanged, claim);
  if (modifiedCount === 1) await remove(deps, _id);
}

async function remove(
  { objects, lfsObjects }: Pick<ObjectRemovalDeps, 'objects' | 'lfsObjects'>,
  oid: string,
): Promise<void> {
  await objects.delete(objectKey(LFS, oid));
  await lfsObjects.deleteOne({ _id: oid, removing_at: { $exists: true } });
}

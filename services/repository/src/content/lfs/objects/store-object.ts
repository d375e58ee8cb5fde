import { setTimeout as pause } from 'node:timers/promises';
import { isDuplicateKey } from '@forgemesh/data';
import { UnavailableError } from '@forgemesh/errors';
import type { LfsPointer } from '@forgemesh/git-engine';
import { objectKey } from '@forgemesh/objects';
import type { LfsDeps } from '../deps';
import { linkObjects } from './link-objects';
import { GRACE_MS, LFS } from './remove-unlinked-objects';

/** Dependencies of the storage of objects. */
export type StoreObjectDeps = Pick<LfsDeps, 'objects' | 'lfsObjects' | 'lfsLinks'>;

/** How long an upload waits for the removal of the same object. */
const REMOVAL_TRIES = 20;
const REMOVAL_MS = 100;

/**
 * Stores an object and links it to a project. The content is verified while it arrives: only who
 * has the content can link an object that another project has. Throws ContentMismatchError if it
 * differs from the pointer, and DiskError if there is no space for it.
 */
export async function storeObject(
  deps: StoreObjectDeps,
  projectId: number,
  { oid, size }: LfsPointer,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  await announceObject(deps, { oid, size });
  await deps.objects.put(objectKey(LFS, oid), content, { sha256: oid, size });
  await linkObjects(deps, projectId, [{ oid, size }]);
}

/**
 * Renews the time until which the object stays without a link. Waits for a removal that has begun:
 * it would delete the new content.
 */
export async function announceObject(
  { lfsObjects }: Pick<StoreObjectDeps, 'lfsObjects'>,
  { oid, size }: LfsPointer,
): Promise<void> {
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

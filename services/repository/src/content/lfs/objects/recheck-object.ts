import { setTimeout as pause } from 'node:timers/promises';
import { isDuplicateKey } from '@forgemesh/data';
import type { LfsDeps } from '../deps';
import { GRACE_MS } from './remove-unlinked-objects';

const REMOVAL_MS = 100;

/**
 * Marks an object that may have been stored again after its removal: it is removed once more,
 * unless a project has it by then. Waits for a removal in progress, which would end the mark.
 */
export async function recheckObject(
  { lfsObjects }: Pick<LfsDeps, 'lfsObjects'>,
  { oid, size }: { oid: string; size: number },
): Promise<void> {
  const isMarked = async (): Promise<boolean> => {
    const update = { $set: { size, check_at: new Date(Date.now() + GRACE_MS) } };
    try {
      await lfsObjects.updateOne({ _id: oid, removing_at: { $exists: false } }, update, { upsert: true });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  };
  while (!(await isMarked())) await pause(REMOVAL_MS);
}

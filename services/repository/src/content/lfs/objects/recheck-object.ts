import { isForgeError } from '@forgemesh/errors';
import type { LfsPointer } from '@forgemesh/git-engine';
import type { ObjectRemovalDeps } from '../deps';
import { announceObject } from './announce-objects';

/**
 * Marks an object that may have been stored again after its removal: it is removed once more,
 * unless a project has it by then. Waits for a removal in progress, which would end the mark.
 */
export async function recheckObject(deps: Pick<ObjectRemovalDeps, 'lfsObjects'>, object: LfsPointer): Promise<void> {
  for (;;) {
    try {
      return await announceObject(deps, object);
    } catch (error) {
      if (!isForgeError(error) || error.reason !== 'unavailable') throw error;
    }
  }
}

import type { LfsPointer } from '@forgemesh/git-engine';
import { inMegabytes, measuredSize, sizeLimitOf } from '#maintenance/statistics';
import type { LfsDeps } from '../deps';
import type { LfsCall } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { sizeOfObjects } from './link-objects';
import { pendingBytes } from './pending-uploads';

type Deps = Pick<LfsDeps, 'settings' | 'measurements' | 'lfsLinks'>;

/**
 * Throws LfsError if the project may not store further objects, see `limitRefusal`. What clients
 * are uploading to the object store itself counts, too.
 */
export async function assertWithinLimit(call: LfsCall, added: readonly LfsPointer[]): Promise<void> {
  const { deps, project_id, context } = call;
  const addedBytes = added.reduce((sum, { size }) => sum + size, 0);
  if (sizeLimitOf(deps, context.tier) === 0 || addedBytes === 0) return;
  const pending = await pendingBytes(deps.uploadRecords.pending, project_id, added);
  const refusal = await limitRefusal(deps, { project_id, tier: context.tier }, addedBytes + pending);
  if (refusal !== null) throw new LfsError(406, refusal);
}

/**
 * The message if the repository with its large files would exceed the size limit of the instance,
 * or null.
 */
export async function limitRefusal(
  deps: Deps,
  { project_id, tier }: { project_id: number; tier: number },
  addedBytes: number,
): Promise<string | null> {
  const limit = sizeLimitOf(deps, tier);
  if (limit === 0 || addedBytes === 0) return null;
  const beyond = (await storedBytes(deps, project_id)) + addedBytes - limit;
  if (beyond <= 0) return null;
  return `Your push to this repository would cause it to exceed the size limit of ${inMegabytes(limit)} by ${inMegabytes(beyond)} so it has been rejected. Please contact your administrator for more information.`;
}

/** Bytes of a repository, by its last measurement, with its large files. */
export async function storedBytes(deps: Pick<Deps, 'measurements' | 'lfsLinks'>, projectId: number): Promise<number> {
  const [measured, stored] = await Promise.all([measuredSize(deps, projectId), sizeOfObjects(deps, projectId)]);
  return measured + stored;
}

/** Whether an object is larger than the instance stores. */
export function isTooLarge({ lfsLimits }: Pick<LfsDeps, 'lfsLimits'>, { size }: Pick<LfsPointer, 'size'>): boolean {
  return lfsLimits.maxObjectBytes > 0 && size > lfsLimits.maxObjectBytes;
}

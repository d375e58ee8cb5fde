import type { MeasurementDocument } from '#maintenance/statistics';
import type { LfsDeps } from '../deps';
import type { LfsCall } from '../protocol/lfs-call';
import { LfsError } from '../protocol/lfs-error';
import { sizeOfObjects } from './link-objects';

const MEGABYTE = 1024 * 1024;
/** As for pushes. */
const LIMITED_FROM_TIER = 2;

/** Maximum bytes of a repository with its large files; 0 for no limit. */
export function sizeLimitOf({ settings }: Pick<LfsDeps, 'settings'>, tier: number): number {
  return tier < LIMITED_FROM_TIER ? 0 : (settings.current().repository_size_limit ?? 0) * MEGABYTE;
}

/** Throws LfsError if the project may not store further bytes, see `limitRefusal`. */
export async function assertWithinLimit({ deps, project_id, context }: LfsCall, addedBytes: number): Promise<void> {
  const refusal = await limitRefusal(deps, { project_id, tier: context.tier }, addedBytes);
  if (refusal !== null) throw new LfsError(406, refusal);
}

/**
 * The message if the repository with its large files would exceed the size limit of the instance,
 * or null. The size of the repository is that of its last measurement.
 */
export async function limitRefusal(
  deps: Pick<LfsDeps, 'settings' | 'measurements' | 'lfsLinks'>,
  { project_id, tier }: { project_id: number; tier: number },
  addedBytes: number,
): Promise<string | null> {
  const limit = sizeLimitOf(deps, tier);
  if (limit === 0 || addedBytes === 0) return null;
  const [measured, stored] = await Promise.all([
    deps.measurements.model.findOne({ project_id, kind: 'project' }, { size: 1 }).lean<MeasurementDocument>(),
    sizeOfObjects(deps, project_id),
  ]);
  const beyond = (measured?.size ?? 0) + stored + addedBytes - limit;
  if (beyond <= 0) return null;
  const [allowed, over] = [limit, beyond].map((bytes) => `${Math.round((bytes / MEGABYTE) * 100) / 100} MB`);
  return `Your push to this repository would cause it to exceed the size limit of ${allowed} by ${over} so it has been rejected. Please contact your administrator for more information.`;
}

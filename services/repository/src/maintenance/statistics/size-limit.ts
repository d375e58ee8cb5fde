/** The size limit of repositories, which the instance sets. */
import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { MeasurementDocument } from './measurement.model';

const MEGABYTE = 1024 * 1024;
const LIMITED_FROM_TIER = 2;

/**
 * Maximum bytes of a repository with its large files; 0 for no limit. Jobs do not know the license
 * tier: for them, the setting alone decides.
 */
export function sizeLimitOf(
  { settings }: { settings: Settings<ApplicationSettings> },
  tier = LIMITED_FROM_TIER,
): number {
  return tier < LIMITED_FROM_TIER ? 0 : (settings.current().repository_size_limit ?? 0) * MEGABYTE;
}

/** Bytes of a repository by its last measurement. */
export async function measuredSize(
  { measurements }: { measurements: EntityStore<MeasurementDocument> },
  projectId: number,
): Promise<number> {
  const measured = await measurements.model
    .findOne({ project_id: projectId, kind: 'project' }, { size: 1 })
    .lean<MeasurementDocument>();
  return measured?.size ?? 0;
}

/** A size for messages. */
export function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / MEGABYTE) * 100) / 100} MB`;
}

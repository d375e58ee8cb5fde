import type { EventEntity } from '@forgemesh/events';
import type { MeasurementDocument } from './measurement.model';

/** The entity of `repository.repository.measured`. */
export function presentMeasurement(measurement: MeasurementDocument): EventEntity<'repository.repository.measured'> {
  const { project_id, kind, size, commit_count, checksum, lfs_objects_size = 0 } = measurement;
  return {
    project_id,
    repository: kind,
    size,
    commit_count,
    checksum,
    checksum_failed: checksum === null,
    lfs_objects_size,
  };
}

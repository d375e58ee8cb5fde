import type { MeasurementDocument } from './measurement.model';

/** The entity of `repository.repository.measured`. */
export function presentMeasurement(measurement: MeasurementDocument): object {
  const { project_id, kind, size, commit_count, checksum } = measurement;
  return { project_id, repository: kind, size, commit_count, checksum, checksum_failed: checksum === null };
}

/** Public interface of repository statistics. */
export type { MeasurementDocument } from './measurement.model';
export { checkedFilter, type RepositoryCheckState } from './repository-check.model';
export { inMegabytes, measuredSize, sizeLimitOf } from './size-limit';
export { scheduleMeasurement, scheduleMeasurements } from './schedule-measurement';

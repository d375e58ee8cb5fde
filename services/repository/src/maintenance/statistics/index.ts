/** Public interface of repository statistics. */
export type { MeasurementDocument } from './measurement.model';
export { checkedFilter, type RepositoryCheckState } from './repository-check.model';
export { scheduleMeasurement, scheduleMeasurements } from './schedule-measurement';

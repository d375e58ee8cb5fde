import type { HousekeepingDocument } from './housekeeping.model';

/** The entity of `repository.housekeeping.completed` and `repository.housekeeping.failed`. */
export function presentHousekeeping({ _id, storage, requested_at, requested_by }: HousekeepingDocument): object {
  return { project_id: _id, storage, requested_at: requested_at.toISOString(), requested_by };
}

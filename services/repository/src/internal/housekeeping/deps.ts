import type { EntityStore } from '@forgemesh/data';
import type { HousekeepingDocument } from '#maintenance/repository-maintenance/housekeeping.model';
import type { Storages } from '#storage/repository-location';

/** Dependencies of housekeeping. */
export interface InternalHousekeepingDeps {
  storages: Storages;
  housekeepings: EntityStore<HousekeepingDocument>;
}

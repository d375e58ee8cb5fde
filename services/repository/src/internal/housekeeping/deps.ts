import type { EntityStore } from '@forgemesh/data';
import type { HousekeepingDocument } from '#maintenance/repository-maintenance';
import type { Storages } from '#storage';

/** Dependencies of the RPCs about housekeeping jobs. */
export interface InternalHousekeepingDeps {
  storages: Storages;
  housekeepings: EntityStore<HousekeepingDocument>;
}

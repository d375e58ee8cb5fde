import type { TimedCache } from '@forgemesh/cache';
import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Clients } from '#clients';
import type { ProjectDocument } from '#projects/model';

/** Sums over the projects of a storage; sizes in bytes. */
export interface StorageSums {
  projects_count: number;
  repository_size: number;
  wiki_size: number;
  lfs_objects_size: number;
}

/** Sums by the name of the storage. */
export type SumsByStorage = ReadonlyMap<string, StorageSums>;

/** Dependencies of the storages that administrators see. */
export interface AdminStoragesDeps {
  clients: Pick<Clients, 'settings'>;
  settings: Settings<ApplicationSettings>;
  projects: EntityStore<ProjectDocument>;
  /** Sums over the projects of each storage. */
  storageSums: TimedCache<SumsByStorage>;
}

import type { EntityStore } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { Clients } from '#clients';
import type { JobRunner } from '#jobs';
import type { ProjectDocument } from '#projects/model';
import type { StorageMoveDocument } from './storage-move.model';

/** Dependencies of storage moves. */
export interface StorageMovesDeps {
  clients: Pick<Clients, 'storage' | 'storageMoves'>;
  projects: EntityStore<ProjectDocument>;
  storageMoves: EntityStore<StorageMoveDocument>;
  /** Runs moves to other storages in this process. */
  storageMoveJobs: JobRunner<StorageMoveDocument>;
  log: Logger;
}

/** Dependencies of the geo service; `compose.ts` creates them. */
import type { ObjectStorage } from '@forgemesh/objects';
import type { SyncScheduler } from './replication/sync/sync-scheduler';
import type { AccessDeps } from './access/deps';
import type { ConsumersDeps } from './consumers/deps';
import type { DelegatedAuthDeps } from './delegated-auth/deps';
import type { InternalDelegatedDeps } from './internal/delegated/deps';
import type { InternalReplicasDeps } from './internal/replicas/deps';
import type { NodesDeps } from './nodes/deps';
import type { StatusesDeps } from './nodes/statuses/deps';
import type { ReplicationDeps } from './replication/deps';
import type { BackfillDeps } from './replication/backfill/deps';
import type { FailuresDeps } from './replication/failures/deps';
import type { FilesDeps } from './replication/files/deps';
import type { OriginDeps } from './replication/origin/deps';
import type { RegistryDeps } from './replication/registry/deps';
import type { SyncDeps } from './replication/sync/deps';

/** The dependencies of all areas. */
export interface Geo
  extends
    AccessDeps,
    ConsumersDeps,
    DelegatedAuthDeps,
    InternalDelegatedDeps,
    InternalReplicasDeps,
    NodesDeps,
    StatusesDeps,
    ReplicationDeps,
    BackfillDeps,
    FailuresDeps,
    FilesDeps,
    OriginDeps,
    RegistryDeps,
    SyncDeps {
  /** How long replicas outside of the selection are kept. */
  excludedGraceMs: number;
  objectStorage: ObjectStorage;
  repositorySyncs: SyncScheduler;
  fileSyncs: SyncScheduler;
}

/** The storage of objects and files in a service: creation, migrations and their progress. */
import path from 'node:path';
import { ObjectMigrationServiceDefinition, type ObjectMigration } from '@forgemesh/proto/api/v1/object_migration';
import { ObjectStorage, type MigrationDocument, type ObjectConfig } from '@forgemesh/objects';
import { internalOperation, type BoundOperation, type ResponseOf } from '@forgemesh/rpc';
import type { ServiceConfig } from './config';
import type { Schedule } from './schedule';
import type { Runtime } from './service';

const WAKE_INTERVAL_MS = 30_000;
/** Interval while no migration is configured: each wake costs a lease. */
const IDLE_WAKE_INTERVAL_MS = 10 * 60_000;
const SWEEP_INTERVAL_MS = 60 * 60_000;

/** Creates the storage of a service from its configuration. */
export function createObjectStorage(
  service: string,
  { config, filePlace, connection, metrics, log }: Runtime<ServiceConfig & { objects: ObjectConfig }>,
): ObjectStorage {
  if (!filePlace) throw new Error(`${service} has no place for its files`);
  return new ObjectStorage({
    service,
    config: config.objects,
    filePlace,
    spoolFolder: path.resolve(config.FORGE_DATA_DIR, 'file-spool'),
    minFreeBytes: config.FORGE_MIN_FREE_DISK_BYTES,
    connection,
    metrics,
    log,
    isWorker: config.FORGE_ROLE !== 'api',
    claimTtlMs: config.FORGE_EVENT_ACK_WAIT_SECONDS * 500,
  });
}

/** Creates the jobs of a storage, and the operation that lists its migrations. */
export function objectMigrationParts<Deps>(
  service: string,
  storage: ObjectStorage | undefined,
): { schedules: Schedule<Deps>[]; operations: BoundOperation<Deps>[] } {
  return {
    schedules: storage
      ? [
          {
            name: `${service}-object-migrations`,
            everyMs: storage.needsMigration ? WAKE_INTERVAL_MS : IDLE_WAKE_INTERVAL_MS,
            run: () => storage.wake(),
          },
          { name: `${service}-object-contents`, everyMs: SWEEP_INTERVAL_MS, run: () => storage.sweep() },
        ]
      : [],
    operations: [
      internalOperation(ObjectMigrationServiceDefinition.listObjectMigrations, async () => {
        const migrations = (await storage?.listMigrations()) ?? [];
        return { object_migrations: migrations.map((one) => presentMigration(service, one) as ObjectMigration) };
      }),
    ],
  };
}

function presentMigration(service: string, migration: MigrationDocument): ResponseOf<ObjectMigration> {
  return {
    service,
    name: migration._id,
    from: migration.from,
    to: migration.to,
    mode: migration.mode,
    state: migration.state,
    copied: migration.copied,
    copied_bytes: migration.copied_bytes,
    deleted: migration.deleted,
    waiting: migration.waiting,
    failed: migration.failed,
    error: migration.error ?? null,
    started_at: migration.started_at.toISOString(),
    updated_at: migration.updated_at.toISOString(),
    finished_at: migration.finished_at?.toISOString() ?? null,
  };
}

/** Periodic work of the service. */
import { hostname } from 'node:os';
import path from 'node:path';
import type { Schedule } from '@forgemesh/service';
import { sweepBundles } from './import-export/sweep-bundles';
import type { RepositoryConfig } from './config';
import { sweepDeletedRepositories } from './storage/deleted-repositories/sweep-deleted-repositories';
import { runRepositoryChecks } from './maintenance/repository-checks/run-repository-checks';
import { measureRepositories } from './maintenance/statistics/measure-repositories';
import { removeUnlinkedObjects } from './content/lfs/objects/remove-unlinked-objects';
import { removeReleasedFolders } from './storage/storage-moves/remove-released-folders';
import { removeOldEntries, sweepEntries } from './refs/ref-log/sweep-entries';
import { auditPacks } from './refs/packs/audit/audit-schedule';
import { keepRepositories } from './refs/packs/keep-repositories';
import { maintainRepositories } from './refs/packs/maintain-repositories';
import type { Repositories } from './deps';

const SECOND_MS = 1_000;

/** Work on files on disk, run once for the storages that this process serves. */
const onOwnStorages: Schedule<Repositories>[] = [
  {
    name: 'repository-ref-log',
    everyMs: 5 * SECOND_MS,
    watches: ({ refLog }) => [refLog.model],
    run: sweepEntries,
  },
  {
    name: 'repository-housekeeping',
    everyMs: 2 * SECOND_MS,
    watches: ({ housekeepings }) => [housekeepings.model],
    run: ({ housekeepingJobs }) => housekeepingJobs.wakeDue(),
  },
  {
    name: 'repository-measurements',
    everyMs: 2 * SECOND_MS,
    watches: ({ measurements }) => [{ model: measurements.model, fields: ['due_at'] }],
    run: measureRepositories,
  },
  {
    name: 'repository-checks',
    everyMs: 2 * SECOND_MS,
    // First checks are spread over weeks: they need not follow the first measurement at once.
    watches: ({ measurements }) => [{ model: measurements.model, fields: ['check'] }],
    run: runRepositoryChecks,
  },
  sweepDeletedRepositories,
];

/** Work on files that only one process has. */
const onOwnFiles: Schedule<Repositories>[] = [sweepBundles];

/** Repositories that are only in their folders get their first checkpoints. */
const firstCheckpoints: Schedule<Repositories> = {
  name: 'repository-first-checkpoints',
  everyMs: 2 * SECOND_MS,
  watches: ({ measurements }) => [measurements.model],
  run: keepRepositories,
};

/**
 * The schedules of a process. Processes with different storages do not share leases, and each looks
 * after its own folders.
 */
export function schedules({ storages, FORGE_PACKS, FORGE_DATA_DIR }: RepositoryConfig): Schedule<Repositories>[] {
  const own = FORGE_PACKS === 'objects' ? [...onOwnStorages, maintainRepositories] : onOwnStorages;
  const local = FORGE_PACKS === 'objects' ? [...onOwnFiles, firstCheckpoints, removeReleasedFolders] : onOwnFiles;
  const disk = `${hostname()}:${path.resolve(FORGE_DATA_DIR)}`;
  return [
    ...own.map((schedule) => ({ ...schedule, name: [schedule.name, ...storages].join('/') })),
    ...local.map((schedule) => ({ ...schedule, name: `${schedule.name}/${disk}` })),
    ...(FORGE_PACKS === 'objects' ? [auditPacks] : []),
    { name: 'repository-old-ref-log', everyMs: 3_600 * SECOND_MS, run: removeOldEntries },
    removeUnlinkedObjects,
  ];
}

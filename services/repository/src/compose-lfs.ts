/** Creates what is needed for Git LFS. */
import { Admission } from '@forgemesh/admission';
import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { GitClient } from '@forgemesh/git-engine';
import { digestOf, type ObjectStorage } from '@forgemesh/objects';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Runtime } from '@forgemesh/service';
import type { RepositoryConfig } from './config';
import type { MeasurementDocument } from './maintenance/statistics';
import { createLargeFiles } from './content/lfs/conversion/convert-files';
import type { LfsLimits } from './content/lfs';
import { createLfsLockModel } from './content/lfs/locks/lfs-lock.model';
import { createLfsLinkModel } from './content/lfs/objects/lfs-link.model';
import { createLfsObjectModel } from './content/lfs/objects/lfs-object.model';
import { createPendingUploadModel } from './content/lfs/objects/pending-upload.model';
import { sizeOfObjects } from './content/lfs/objects/link-objects';
import { recheckObject } from './content/lfs/objects/recheck-object';
import { LFS } from './content/lfs/objects/remove-unlinked-objects';
import { GroupedUploadRecords } from './content/lfs/objects/upload-records';

/** Waiting transfers for each running one. */
const QUEUE_FACTOR = 4;
/** Milliseconds after which a waiting transfer is refused. */
const WAIT_MS = 30_000;

/** What Git LFS shares with other areas. */
export interface CreateLfsOptions {
  git: GitClient;
  objectStorage: ObjectStorage;
  measurements: EntityStore<MeasurementDocument>;
  settings: Settings<ApplicationSettings>;
}

/** Creates the models, records and limits of large files, and adds them to the object store. */
export function createLfs(
  { config, connection, log }: Runtime<RepositoryConfig>,
  { git, objectStorage, measurements, settings }: CreateLfsOptions,
) {
  const lfsObjects = createLfsObjectModel(connection);
  const lfsLinks = createLfsLinkModel(connection);
  const lfsLocks = createLfsLockModel(connection);
  const pendingUploads = createPendingUploadModel(connection);
  const { objects } = objectStorage;
  objectStorage.addKind(LFS, ({ key, size }) => recheckObject({ lfsObjects }, { oid: digestOf(key), size }));
  const uploadRecords = new GroupedUploadRecords({ log, lfsObjects, lfsLinks, pendingUploads, measurements });
  const lfsLimits: LfsLimits = {
    maxObjectBytes: config.FORGE_LFS_MAX_OBJECT_BYTES,
    bytesPerSecond: config.git.bytesPerSecond,
    idleSeconds: config.git.idleSeconds,
    addressSeconds: config.FORGE_LFS_ADDRESS_SECONDS,
    uploadAddressSeconds: config.FORGE_LFS_UPLOAD_ADDRESS_SECONDS,
  };
  return {
    lfsObjects,
    lfsLinks,
    lfsLocks,
    pendingUploads,
    lfsLimits,
    uploadRecords,
    lfsTransfers: new Admission({
      running: config.FORGE_LFS_MAX_TRANSFERS,
      queue: config.FORGE_LFS_MAX_TRANSFERS * QUEUE_FACTOR,
      waitMs: WAIT_MS,
    }),
    largeFiles: createLargeFiles({ git, objects, uploadRecords, lfsLinks, lfsLimits, measurements, settings }),
    measureLfsObjects: (projectId: number) => sizeOfObjects({ lfsLinks }, projectId),
  };
}

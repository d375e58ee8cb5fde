import type { Admission } from '@forgemesh/admission';
import type { EntityStore, Sequences } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { LfsPointer } from '@forgemesh/git-engine';
import type { ObjectStore } from '@forgemesh/objects';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { ContextVerifier, VerifiedContext } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Clients, Urls } from '#clients';
import type { UserDocument } from '#clients/users';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { RepositoryKey } from '#storage';
import type { LfsLockDocument } from './locks/lfs-lock.model';
import type { LfsLinkDocument } from './objects/lfs-link.model';
import type { LfsObjectDocument } from './objects/lfs-object.model';
import type { PendingUploadDocument } from './objects/pending-upload.model';

/** Limits of transfers. */
export interface LfsLimits {
  /** Maximum size of an object in bytes; 0 for no limit. */
  maxObjectBytes: number;
  /** Minimum average speed of downloads in bytes per second. */
  bytesPerSecond: number;
  /** Maximum pause of a client that downloads, in seconds. */
  idleSeconds: number;
  /**
   * Seconds for which clients get addresses of the object store itself for downloads; 0 for none.
   */
  addressSeconds: number;
  /**
   * Seconds for which clients get addresses of the object store itself for uploads; 0 for none.
   */
  uploadAddressSeconds: number;
}

/** The access to a project that a client requests. */
export interface LfsAccess {
  project_id: number;
  kind: 'project';
  isPush: boolean;
  /** Protocol by which the client has obtained its credentials. */
  protocol: 'http' | 'ssh';
}

/** What the database records of uploads. */
export interface UploadRecords {
  /** Uploads to the object store itself that are not confirmed. */
  readonly pending: Model<PendingUploadDocument>;
  /**
   * Announces objects before their uploads, unless one of them is being removed: then each upload
   * announces its own object.
   */
  announceAll(objects: readonly LfsPointer[]): Promise<void>;
  /**
   * Announces an object, unless that has been done: until it has a link, it stays for at least the
   * grace period. Throws UnavailableError while the object is being removed.
   */
  announce(object: LfsPointer): Promise<void>;
  /** Links an object to a project. When this resolves, the link is stored. */
  link(projectId: number, object: LfsPointer): Promise<void>;
  /**
   * Schedules a measurement of a project after a short time. If the process dies within it, the
   * next push does so.
   */
  scheduleMeasurement(key: RepositoryKey): void;
  /** Schedules the measurements that are waiting. */
  close(): Promise<void>;
}

/** Dependencies of Git LFS. */
export interface LfsDeps {
  log: Logger;
  verifier: ContextVerifier;
  /** Contents of large files. */
  objects: ObjectStore;
  /** Announcements and links of uploads. */
  uploadRecords: UploadRecords;
  lfsLinks: Model<LfsLinkDocument>;
  lfsLocks: Model<LfsLockDocument>;
  /** Slots of uploads and downloads. */
  lfsTransfers: Admission;
  lfsLimits: LfsLimits;
  sequences: Sequences;
  measurements: EntityStore<MeasurementDocument>;
  settings: Settings<ApplicationSettings>;
  clients: Clients;
  /** User profiles for display. */
  users: Model<UserDocument>;
  urls: Urls;
  /** Rights of git clients; the response to a refused one. */
  checkGitAccess(context: VerifiedContext, access: LfsAccess): Promise<{ status: number; text: string } | undefined>;
}

/** Dependencies of the records of uploads. */
export interface UploadRecordsDeps {
  log: Logger;
  lfsObjects: Model<LfsObjectDocument>;
  lfsLinks: Model<LfsLinkDocument>;
  pendingUploads: Model<PendingUploadDocument>;
  measurements: EntityStore<MeasurementDocument>;
}

/** Dependencies of the removal of objects that no project has. */
export interface ObjectRemovalDeps {
  /** Contents of large files. */
  objects: ObjectStore;
  lfsObjects: Model<LfsObjectDocument>;
  lfsLinks: Model<LfsLinkDocument>;
  pendingUploads: Model<PendingUploadDocument>;
}

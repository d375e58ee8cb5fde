import type { FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import type { Clients, PrimaryLink } from '#clients';
import type { RegistryDocument } from '#replication/registry';
import type { FileDocument } from './file.model';

/** Dependencies of file replicas. */
export interface FilesDeps {
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  /** Replicas of projects, on a secondary. */
  registry: Model<RegistryDocument>;
  files: Model<FileDocument>;
  /** Contents of file replicas, by file key. */
  fileStore: FileStore;
  link: PrimaryLink;
}

import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { ProjectDocument } from '#projects/model';
import type { UploadDocument } from './upload.model';

/** Dependencies of uploads. */
export interface UploadsDeps {
  settings: Settings<ApplicationSettings>;
  projects: EntityStore<ProjectDocument>;
  uploads: EntityStore<UploadDocument>;
  /** Contents of attached files. */
  uploadFiles: FileStore;
}

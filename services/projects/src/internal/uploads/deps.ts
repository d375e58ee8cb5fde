import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { UploadDocument } from '#content/uploads';
import type { Authorization } from '#projects/authorization';

/** Dependencies of the RPCs for other services about uploads. */
export interface InternalUploadsDeps {
  settings: Settings<ApplicationSettings>;
  uploads: EntityStore<UploadDocument>;
  /** Contents of attached files. */
  uploadFiles: FileStore;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
}

import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { UploadDocument } from '#content/uploads';
import type { ExportDocument } from '#import-export/exports';
import type { NamespaceDocument } from '#namespaces';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of file replication. */
export interface FileReplicationDeps {
  settings: Settings<ApplicationSettings>;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  exports: EntityStore<ExportDocument>;
  /** Archives of exports. */
  exportFiles: FileStore;
  /** Avatars of projects and groups. */
  avatarFiles: FileStore;
  uploads: EntityStore<UploadDocument>;
  /** Contents of attached files. */
  uploadFiles: FileStore;
}

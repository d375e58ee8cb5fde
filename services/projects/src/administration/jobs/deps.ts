import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Clients } from '#clients';
import type { ExportDocument } from '#import-export/exports';
import type { GroupExportDocument } from '#import-export/group-exports';
import type { GroupImportDocument } from '#import-export/group-imports';
import type { ImportDocument } from '#import-export/imports';
import type { RemoteMirrorDocument } from '#mirrors/remote-mirrors';
import type { StorageMoveDocument } from '#mirrors/storage-moves';
import type { NamespaceDocument } from '#namespaces';
import type { ProjectDocument } from '#projects/model';

/** Dependencies of the jobs that administrators manage. */
export interface AdminJobsDeps {
  clients: Pick<Clients, 'housekeeping'>;
  settings: Settings<ApplicationSettings>;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  remoteMirrors: EntityStore<RemoteMirrorDocument>;
  /** Duration of a job claim unless it is renewed, in milliseconds. */
  jobClaimMs: number;
  exports: EntityStore<ExportDocument>;
  imports: EntityStore<ImportDocument>;
  groupExports: EntityStore<GroupExportDocument>;
  groupImports: EntityStore<GroupImportDocument>;
  storageMoves: EntityStore<StorageMoveDocument>;
  /** Removes all stored data of an import and restores the path. Idempotent. */
  discardImport: (projectImport: ImportDocument) => Promise<void>;
  /** Removes the data of a group import. Idempotent. */
  discardGroupImport: (groupImport: GroupImportDocument) => Promise<void>;
  /** Ends an attempt to move a project to another storage. Idempotent. */
  rollBackMove: (storageMove: StorageMoveDocument) => Promise<void>;
  /** Deletes a project and releases its path. Idempotent. */
  removeProject: (project: ProjectDocument, actor: number | null) => Promise<void>;
}

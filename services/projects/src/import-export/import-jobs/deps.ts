import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { MembershipDocument } from '#access/memberships';
import type { Clients } from '#clients';
import type { ArchiveLimits } from '#import-export/archives';
import type { ImportedContent } from '#import-export/imported-content';
import type { ImportDocument } from '#import-export/imports';
import type { NamespaceReader, NamespaceDocument } from '#namespaces';
import type { Paths } from '#namespaces/paths';
import type { ProjectCreation } from '#projects/creation';
import type { ProjectDocument, Recount } from '#projects/model';

/** Dependencies of import jobs. */
export interface ImportJobsDeps {
  clients: Pick<Clients, 'bundles'>;
  namespaces: EntityStore<NamespaceDocument>;
  projects: EntityStore<ProjectDocument>;
  memberships: EntityStore<MembershipDocument>;
  imports: EntityStore<ImportDocument>;
  /** Uploaded archives. */
  importFiles: FileStore;
  /** Limits of unpacking imported archives. */
  archiveLimits: ArchiveLimits;
  /** Folder for temporary files of jobs. */
  spoolFolder: string;
  /** Recounts the open issues of a project. */
  recountOpenIssues: Recount<void>;
  log: Logger;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Claims and redirects of paths. */
  paths: Paths;
  /** Creates and moves projects. */
  projectCreation: ProjectCreation;
  /** Stores and removes the content of archives. */
  importedContent: ImportedContent;
  /** Deletes a project and releases its path. Idempotent. */
  removeProject: (project: ProjectDocument, actor: number | null) => Promise<void>;
}

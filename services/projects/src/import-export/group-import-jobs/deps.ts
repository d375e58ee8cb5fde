import type { EntityStore, FileStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Logger } from '@forgemesh/telemetry';
import type { MembershipDocument } from '#access/memberships';
import type { Clients } from '#clients';
import type { GroupCreation } from '#groups/lifecycle';
import type { ArchiveLimits } from '#import-export/archives';
import type { GroupImportDocument } from '#import-export/group-imports';
import type { ImportedContent } from '#import-export/imported-content';
import type { NamespaceReader, NamespaceDocument } from '#namespaces';
import type { Paths } from '#namespaces/paths';
import type { BadgeDocument } from '#projects/badges';

/** Dependencies of group import jobs. */
export interface GroupImportJobsDeps {
  clients: Pick<Clients, 'groupRows'>;
  settings: Settings<ApplicationSettings>;
  namespaces: EntityStore<NamespaceDocument>;
  memberships: EntityStore<MembershipDocument>;
  badges: EntityStore<BadgeDocument>;
  groupImports: EntityStore<GroupImportDocument>;
  /** Uploaded archives of groups. */
  groupImportFiles: FileStore;
  /** Limits of unpacking imported archives. */
  archiveLimits: ArchiveLimits;
  /** Folder for temporary files of jobs. */
  spoolFolder: string;
  log: Logger;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Claims and redirects of paths. */
  paths: Paths;
  /** Creates groups. */
  groupCreation: GroupCreation;
  /** Stores and removes the content of archives. */
  importedContent: ImportedContent;
}

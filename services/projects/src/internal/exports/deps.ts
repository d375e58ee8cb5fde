import type { EntityStore, FileStore } from '@forgemesh/data';
import type { SecretBox } from '@forgemesh/security';
import type { ExportDocument } from '#import-export/exports';

/** Dependencies of the RPCs for other services about exports. */
export interface InternalExportsDeps {
  exports: EntityStore<ExportDocument>;
  /** Archives of exports. */
  exportFiles: FileStore;
  /** Encrypts the URLs that archives are sent to, which contain credentials. */
  exportBox: SecretBox;
}

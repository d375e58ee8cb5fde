import type { ObjectStore } from '@forgemesh/objects';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { NamingDeps } from './named-packs';
import type { PackAudit } from './pack-audit.model';
import type { PackRecord } from './pack-record.model';

/** What happens to packs that nothing has named for the grace period. */
export type PackCollection = 'off' | 'dry' | 'on';

/** Dependencies of the audits of packs. */
export interface PackAuditDeps {
  log: Logger;
  objects: ObjectStore;
  /** What names packs. */
  packNaming: NamingDeps;
  /** Packs that need attention. */
  packRecords: Model<PackRecord>;
  /** Results of the last audits. */
  packAudits: Model<PackAudit>;
  packCollection: PackCollection;
}

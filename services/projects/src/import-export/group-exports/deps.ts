import type { EntityStore, FileStore, Outbox } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { CallCount } from '#access/limits';
import type { MembershipDocument } from '#access/memberships';
import type { Clients } from '#clients';
import type { JobRunner } from '#jobs';
import type { NamespaceReader, NamespaceDocument } from '#namespaces';
import type { BadgeDocument } from '#projects/badges';
import type { GroupExportDocument } from './group-export.model';

/** Dependencies of group exports. */
export interface GroupExportsDeps {
  /** Publishes an event that belongs to no document change. */
  record: Outbox['record'];
  clients: Pick<Clients, 'directory' | 'groupRows' | 'projectRows'>;
  namespaces: EntityStore<NamespaceDocument>;
  memberships: EntityStore<MembershipDocument>;
  badges: EntityStore<BadgeDocument>;
  groupExports: EntityStore<GroupExportDocument>;
  /** Runs exports of groups in this process. */
  groupExportJobs: JobRunner<GroupExportDocument>;
  /** Archives of group exports. */
  groupExportFiles: FileStore;
  /** Folder for temporary files of jobs. */
  spoolFolder: string;
  /** Source revision that the instance was built from. */
  revision: string;
  /** Counters of rate-limited calls. */
  callCounts: Model<CallCount>;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
}

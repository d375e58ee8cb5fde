import type { CallCount } from '#access/limits/call-count.model';
import type { MembershipDocument } from '#access/memberships/membership.model';
import type { Clients } from '#clients/clients';
import type { JobRunner } from '#jobs/job-runner';
import type { NamespaceReader } from '#namespaces/namespace-reader';
import type { NamespaceDocument } from '#namespaces/namespace.model';
import type { BadgeDocument } from '#projects/badges/badge.model';
import type { GroupExportDocument } from './group-export.model';
import type { EntityStore, FileStore, Outbox } from '@forgemesh/data';
import type { Model } from 'mongoose';

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

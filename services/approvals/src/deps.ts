/** Dependencies of the approvals service; `compose.ts` creates them. */
import type { AccessCaches } from '@forgemesh/cache';
import type { EntityStore, Sequences } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Clients } from './clients/clients';
import type { Display } from './clients/display';
import type { QueryCaches } from './query-caches';
import type { ProjectApprovalsDocument } from './projects/project-approvals.model';
import type { ApprovalDocument } from './requests/approval.model';
import type { RequestApprovalsDocument } from './requests/request-approvals.model';

/** Dependencies of operations and consumers. */
export interface Approvals {
  clients: Clients;
  /** Caches of data that other services own. */
  accessCaches: AccessCaches;
  settings: Settings<ApplicationSettings>;
  /** Display data of users and groups. */
  display: Display;
  /** Query caches of reads. */
  queries: QueryCaches;
  /** Sequences for the ids of rules. */
  sequences: Sequences;
  projects: EntityStore<ProjectApprovalsDocument>;
  requests: EntityStore<RequestApprovalsDocument>;
  approvals: EntityStore<ApprovalDocument>;
}

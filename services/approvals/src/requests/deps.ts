import type { EntityStore, Sequences } from '@forgemesh/data';
import type { Clients, Display } from '#clients';
import type { ProjectApprovalsDocument } from '#projects';
import type { ApprovalDocument } from './approval.model';
import type { QueryCaches } from './query-caches';
import type { RequestApprovalsDocument } from './request-approvals.model';

/** Dependencies of the approvals of merge requests. */
export interface RequestApprovalsDeps {
  clients: Clients;
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

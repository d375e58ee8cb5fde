import type { EntityStore, Sequences } from '@forgemesh/data';
import type { Clients } from '#clients/clients';
import type { Display } from '#clients/display';
import type { ProjectApprovalsDocument } from '#projects/project-approvals.model';
import type { ApprovalDocument } from '#requests/approval.model';
import type { QueryCaches } from '#requests/query-caches';
import type { RequestApprovalsDocument } from '#requests/request-approvals.model';

/** Dependencies of requests. */
export interface InternalRequestsDeps {
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

import type { EntityStore, Sequences } from '@forgemesh/data';
import type { Clients, Display } from '#clients';
import type { ProjectApprovalsDocument } from '#projects';
import type { ApprovalDocument, QueryCaches, RequestApprovalsDocument } from '#requests';

/** Dependencies of the approval rules of merge requests. */
export interface RequestRulesDeps {
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

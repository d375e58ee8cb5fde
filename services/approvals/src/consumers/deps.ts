import type { EntityStore, Sequences } from '@forgemesh/data';
import type { Clients } from '#clients/clients';
import type { ProjectApprovalsDocument } from '#projects/project-approvals.model';
import type { ApprovalDocument } from '#requests/approval.model';
import type { RequestApprovalsDocument } from '#requests/request-approvals.model';

/** Dependencies of the consumers. */
export interface ConsumersDeps {
  clients: Clients;
  /** Sequences for the ids of rules. */
  sequences: Sequences;
  projects: EntityStore<ProjectApprovalsDocument>;
  requests: EntityStore<RequestApprovalsDocument>;
  approvals: EntityStore<ApprovalDocument>;
}

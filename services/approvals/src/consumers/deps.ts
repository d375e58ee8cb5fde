import type { EntityStore, Sequences } from '@forgemesh/data';
import type { Clients } from '#clients';
import type { ProjectApprovalsDocument } from '#projects';
import type { ApprovalDocument, RequestApprovalsDocument } from '#requests';

/** Dependencies of the consumers. */
export interface ConsumersDeps {
  clients: Clients;
  /** Sequences for the ids of rules. */
  sequences: Sequences;
  projects: EntityStore<ProjectApprovalsDocument>;
  requests: EntityStore<RequestApprovalsDocument>;
  approvals: EntityStore<ApprovalDocument>;
}

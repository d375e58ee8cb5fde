import type { EntityStore, Sequences } from '@forgemesh/data';
import type { Clients } from '#clients/clients';
import type { Display } from '#clients/display';
import type { ProjectApprovalsDocument } from '#projects/project-approvals.model';

/** Dependencies of project rules. */
export interface ProjectRulesDeps {
  clients: Clients;
  /** Display data of users and groups. */
  display: Display;
  /** Sequences for the ids of rules. */
  sequences: Sequences;
  projects: EntityStore<ProjectApprovalsDocument>;
}

import type { EntityStore, Sequences } from '@forgemesh/data';
import type { Clients, Display } from '#clients';
import type { ProjectApprovalsDocument } from '#projects';

/** Dependencies of the approval rules of projects. */
export interface ProjectRulesDeps {
  clients: Clients;
  /** Display data of users and groups. */
  display: Display;
  /** Sequences for the ids of rules. */
  sequences: Sequences;
  projects: EntityStore<ProjectApprovalsDocument>;
}

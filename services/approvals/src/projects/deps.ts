import type { EntityStore, Sequences } from '@forgemesh/data';
import type { Clients, Display } from '#clients';
import type { ProjectApprovalsDocument } from './project-approvals.model';

/** Dependencies of the approval configuration of projects. */
export interface ProjectApprovalsDeps {
  clients: Clients;
  /** Display data of users and groups. */
  display: Display;
  /** Sequences for the ids of rules. */
  sequences: Sequences;
  projects: EntityStore<ProjectApprovalsDocument>;
  /** Finalizes the approvals of a project before `reset_approvals_on_push` changes to `resets`. */
  finalizeApprovals: (projectId: number, resets: boolean) => Promise<void>;
}

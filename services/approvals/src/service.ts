/** The collaborators of the approvals service. */
import {
  AccessCaches,
  followSettings,
  type EntityStore,
  type Runtime,
  type Sequences,
  type Settings,
} from '@forgemesh/kit';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { createClients, type Clients } from './clients';
import { createDisplay, type Display } from './display';
import { createKnownReads, type KnownReads } from './known-reads';
import { presentProjectApprovalsEvent } from './projects/project-approvals.entity';
import { createProjectApprovalsModel, type ProjectApprovalsDocument } from './projects/project-approvals.model';
import { createApprovalModel, presentApprovalEvent, type ApprovalDocument } from './requests/approval.model';
import { presentRequestApprovalsEvent } from './requests/request-approvals';
import { createRequestApprovalsModel, type RequestApprovalsDocument } from './requests/request-approvals.model';

/** What operations and consumers share. */
export interface Approvals {
  clients: Clients;
  /** Caches of what other services own. */
  accessCaches: AccessCaches;
  settings: Settings<ApplicationSettings>;
  /** Names of users and groups. */
  display: Display;
  /** What reads ask for again and again. */
  known: KnownReads;
  /** Ids of rules. */
  sequences: Sequences;
  projects: EntityStore<ProjectApprovalsDocument>;
  requests: EntityStore<RequestApprovalsDocument>;
  approvals: EntityStore<ApprovalDocument>;
}

/** Makes the collaborators. */
export function createApprovals({ connection, outbox, bus, caller, sequences, log }: Runtime): Approvals {
  const clients = createClients(caller);
  const accessCaches = new AccessCaches(bus, log);
  return {
    clients,
    accessCaches,
    settings: followSettings({
      fetch: () => clients.settings.getSettings({}),
      ...{ bus, subject: 'settings.changed', log },
    }),
    display: createDisplay(clients, accessCaches),
    known: createKnownReads(connection),
    sequences,
    projects: outbox.store(createProjectApprovalsModel(connection), presentProjectApprovalsEvent),
    requests: outbox.store(createRequestApprovalsModel(connection), presentRequestApprovalsEvent),
    approvals: outbox.store(createApprovalModel(connection), presentApprovalEvent),
  };
}

/** Creates the dependencies of the approvals service. */
import { AccessCaches } from '@forgemesh/cache';
import { watchSettings } from '@forgemesh/events';
import type { Runtime } from '@forgemesh/service';
import { createClients } from './clients/clients';
import { createDisplay } from './clients/display';
import { createQueryCaches } from './requests/query-caches';
import { presentProjectApprovalsEvent } from './projects/project-approvals.entity';
import { createProjectApprovalsModel } from './projects/project-approvals.model';
import { createApprovalModel, presentApprovalEvent } from './requests/approval.model';
import { finalizeApprovals } from './requests/finalize-approvals';
import { presentRequestApprovalsEvent } from './requests/request-approvals';
import { createRequestApprovalsModel } from './requests/request-approvals.model';
import type { Approvals } from './deps';

/** Creates the dependencies from the runtime of the process. */
export function createApprovals({ connection, outbox, bus, caller, sequences, log }: Runtime): Approvals {
  const clients = createClients(caller);
  const accessCaches = new AccessCaches(bus, log);
  const approvals = outbox.store(createApprovalModel(connection), presentApprovalEvent);
  return {
    clients,
    accessCaches,
    settings: watchSettings({
      fetch: () => clients.settings.getSettings({}),
      bus,
      subject: 'settings.changed',
      log,
    }),
    display: createDisplay(clients, accessCaches),
    queries: createQueryCaches(connection),
    sequences,
    projects: outbox.store(createProjectApprovalsModel(connection), presentProjectApprovalsEvent),
    requests: outbox.store(createRequestApprovalsModel(connection), presentRequestApprovalsEvent),
    approvals,
    finalizeApprovals: (projectId, resets) => finalizeApprovals({ approvals, clients }, projectId, resets),
  };
}

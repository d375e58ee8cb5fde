/** The approvals service: its operations, consumers and schedules. */
import { defineService, readConfig, serviceVariables, type ServiceConfig } from '@forgemesh/service';
import { consumers } from './consumers';
import { projectRuleOperations } from './project-rules/operations';
import { projectOperations } from './projects/operations';
import { requestRuleOperations } from './request-rules/operations';
import { requestOperations } from './requests/operations';
import { createApprovals } from './compose';
import type { Approvals } from './deps';
import { internalOperations } from './internal';

/** Approval configuration, rules and approvals of merge requests. */
export const approvals = defineService<ServiceConfig, Approvals>({
  name: 'approvals',
  readConfig: (environment) => readConfig(environment, serviceVariables),
  descriptors: require.resolve('@forgemesh/proto/descriptors/approvals.binpb'),
  create: createApprovals,
  operations: () => [
    ...internalOperations,
    ...projectOperations,
    ...projectRuleOperations,
    ...requestOperations,
    ...requestRuleOperations,
  ],
  consumers: () => consumers,
  offersMetrics: ({ settings }) => settings.peek()?.prometheus_metrics_enabled ?? true,
  close: async ({ accessCaches, settings }) => {
    accessCaches.close();
    settings.close();
  },
});

import { runService, serve } from '@forgemesh/service';
import { config } from './config';
import { consumers } from './consumers';
import { projectRuleOperations } from './project-rules';
import { projectOperations } from './projects';
import { requestRuleOperations } from './request-rules';
import { requestOperations } from './requests';
import { createApprovals } from './compose';
import { internalOperations } from './internal';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/approvals.binpb'),
    create: createApprovals,
    operations: [
      ...internalOperations,
      ...projectOperations,
      ...projectRuleOperations,
      ...requestOperations,
      ...requestRuleOperations,
    ],
    consumers,
    offersMetrics: ({ settings }) => settings.peek()?.prometheus_metrics_enabled ?? true,
    close: async ({ accessCaches, settings }) => {
      accessCaches.close();
      settings.close();
    },
  }),
);

import { operation, type Call } from '@forgemesh/rpc';
import { JobMetricsServiceDefinition } from '@forgemesh/proto/settings/v1/job_metrics';
import { loadMetrics } from '../load-metrics';
import type { JobMetricsDeps } from '../deps';

/** Gets the backlog and latency of all queues. */
export const getQueueMetrics = operation(
  JobMetricsServiceDefinition.getQueueMetrics,
  async (_request, call: Call<JobMetricsDeps>) => ({
    queues: await (await loadMetrics(call)).queues(),
  }),
);

import { operation, type Call } from '@forgemesh/rpc';
import { JobMetricsServiceDefinition } from '@forgemesh/proto/settings/v1/job_metrics';
import { loadMetrics } from '../load-metrics';
import type { JobMetricsDeps } from '../deps';

/** Gets the processes that handle queues. */
export const getProcessMetrics = operation(
  JobMetricsServiceDefinition.getProcessMetrics,
  async (_request, call: Call<JobMetricsDeps>) => ({
    processes: await (await loadMetrics(call)).processes(),
  }),
);

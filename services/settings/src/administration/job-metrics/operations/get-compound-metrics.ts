import { operation, type Call } from '@forgemesh/rpc';
import { JobMetricsServiceDefinition } from '@forgemesh/proto/settings/v1/job_metrics';
import { loadMetrics } from '../load-metrics';
import type { JobMetricsDeps } from '../deps';

/** Gets queue metrics, process metrics and job counts. */
export const getCompoundMetrics = operation(
  JobMetricsServiceDefinition.getCompoundMetrics,
  async (_request, call: Call<JobMetricsDeps>) => {
    const metrics = await loadMetrics(call);
    const [queues, processes, jobs] = await Promise.all([metrics.queues(), metrics.processes(), metrics.stats()]);
    return { queues, processes, jobs };
  },
);

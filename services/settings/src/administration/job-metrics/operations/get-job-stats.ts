import { operation, type Call } from '@forgemesh/rpc';
import { JobMetricsServiceDefinition } from '@forgemesh/proto/settings/v1/job_metrics';
import { loadMetrics } from '../load-metrics';
import type { JobMetricsDeps } from '../deps';

/** Gets the counts of jobs and events. */
export const getJobStats = operation(
  JobMetricsServiceDefinition.getJobStats,
  async (_request, call: Call<JobMetricsDeps>) => ({
    jobs: await (await loadMetrics(call)).stats(),
  }),
);

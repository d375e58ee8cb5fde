import { JobMetricsServiceDefinition } from '@forgemesh/proto/settings/v1/job_metrics';
import { operation } from '#operation';
import { loadMetrics } from '../load-metrics';

/** Gets the counts of jobs and events. */
export const getJobStats = operation(JobMetricsServiceDefinition.getJobStats, async (_request, call) => ({
  jobs: await (await loadMetrics(call)).stats(),
}));

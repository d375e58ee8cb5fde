import { JobMetricsServiceDefinition } from '@forgemesh/proto/settings/v1/job_metrics';
import { operation } from '#operation';
import { loadMetrics } from '../load-metrics';

/** Gets the processes that handle queues. */
export const getProcessMetrics = operation(JobMetricsServiceDefinition.getProcessMetrics, async (_request, call) => ({
  processes: await (await loadMetrics(call)).processes(),
}));

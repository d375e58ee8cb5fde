import { JobMetricsServiceDefinition } from '@forgemesh/proto/settings/v1/job_metrics';
import { operation } from '#operation';
import { loadMetrics } from '../load-metrics';

/** Gets the backlog and latency of all queues. */
export const getQueueMetrics = operation(JobMetricsServiceDefinition.getQueueMetrics, async (_request, call) => ({
  queues: await (await loadMetrics(call)).queues(),
}));

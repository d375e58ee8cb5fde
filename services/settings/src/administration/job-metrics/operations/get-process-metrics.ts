import { JobMetricsServiceService } from '@forgemesh/proto/settings/v1/job_metrics';
import { operation } from '../../../operation';
import { loadMetrics } from '../load-metrics';

/** Gets the processes that handle queues. */
export const getProcessMetrics = operation(JobMetricsServiceService.getProcessMetrics, async (_request, call) => ({
  processes: await (await loadMetrics(call)).processes(),
}));

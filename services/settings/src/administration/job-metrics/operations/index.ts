import { getCompoundMetrics } from './get-compound-metrics';
import { getJobStats } from './get-job-stats';
import { getProcessMetrics } from './get-process-metrics';
import { getQueueMetrics } from './get-queue-metrics';

/** Operations on metrics of background work. */
export const operations = [getQueueMetrics, getProcessMetrics, getJobStats, getCompoundMetrics];

import { getCompoundMetrics } from './operations/get-compound-metrics';
import { getJobStats } from './operations/get-job-stats';
import { getProcessMetrics } from './operations/get-process-metrics';
import { getQueueMetrics } from './operations/get-queue-metrics';

/** Operations on metrics of background work. */
export const operations = [getQueueMetrics, getProcessMetrics, getJobStats, getCompoundMetrics];

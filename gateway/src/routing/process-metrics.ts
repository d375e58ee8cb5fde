import { addMeasuredGauge, type Metrics } from '@forgemesh/telemetry';
import type { Discovery, ProcessState } from './discovery';

const healths: readonly ProcessState['health'][] = ['healthy', 'stopping', 'degraded', 'away', 'unknown'];

/**
 * Adds the number of processes of each service of which any process serves each call, by health.
 */
export function addProcessMetrics(metrics: Metrics, discovery: Pick<Discovery, 'processes'>): void {
  addMeasuredGauge(metrics, {
    name: 'forge_service_processes',
    help: 'Processes of the services of which any process serves each call, as this gateway sees them',
    labelNames: ['target', 'health'],
    async measure(set) {
      for (const [target, processes] of Object.entries(discovery.processes()))
        for (const health of healths)
          set({ target, health }, processes.filter((process) => process.health === health).length);
    },
  });
}

/**
 * The age of the oldest waiting event of each consumer as a metric. It is measured here and not by
 * the consumers' own services, because events expire also while a service is stopped.
 */
import { addMeasuredGauge, type Metrics } from '@forgemesh/telemetry';
import type { SettingsService } from '../../deps';
import { oldestEventOf, serviceOf } from './event-consumer.entity';
import { loadConsumers } from './load-consumers';

/** Adds `forge_consumer_oldest_event_age_seconds`; 0 for a consumer for which nothing waits. */
export function measureOldestEvents(deps: Pick<SettingsService, 'bus' | 'services'>, metrics: Metrics): void {
  addMeasuredGauge(metrics, {
    name: 'forge_consumer_oldest_event_age_seconds',
    help: 'Age of the oldest event that a consumer has not handled yet',
    labelNames: ['service', 'consumer'],
    async measure(set) {
      const { manager, consumers } = await loadConsumers(deps);
      const ages = consumers.map(async (info) => {
        const oldest = await oldestEventOf(manager, info);
        // In place of the default label, which names the process that measures.
        set({ service: serviceOf(info.name), consumer: info.name }, oldest ? ageOf(oldest) : 0);
      });
      await Promise.allSettled(ages);
    },
  });
}

function ageOf(time: Date): number {
  return Math.max(0, Date.now() - time.getTime()) / 1000;
}

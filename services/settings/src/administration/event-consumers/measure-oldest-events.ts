/**
 * Exports the age of the oldest unprocessed event of each consumer as a metric. The settings
 * service measures it for all services, because events also age while their service is stopped.
 */
import { metricNameOf } from '@forgemesh/events';
import { addMeasuredGauge, type Metrics } from '@forgemesh/telemetry';
import { oldestEventOf, serviceOf } from './event-consumer.entity';
import { loadConsumers } from './load-consumers';
import type { EventConsumersDeps } from './deps';

/**
 * Adds the metric `forge_consumer_oldest_event_age_seconds`. Its value is 0 if all events are
 * processed.
 */
export function measureOldestEvents(deps: Pick<EventConsumersDeps, 'bus' | 'services'>, metrics: Metrics): void {
  addMeasuredGauge(metrics, {
    name: 'forge_consumer_oldest_event_age_seconds',
    help: 'Age of the oldest event that a consumer has not handled yet',
    labelNames: ['service', 'consumer'],
    async measure(set) {
      const { manager, consumers } = await loadConsumers(deps);
      const ages = consumers.map(async (info) => {
        const oldest = await oldestEventOf(manager, info);
        // Replaces the default label `service`, which names the measuring process.
        set({ service: serviceOf(info.name), consumer: metricNameOf(info) }, oldest ? ageOf(oldest) : 0);
      });
      await Promise.allSettled(ages);
    },
  });
}

function ageOf(time: Date): number {
  return Math.max(0, Date.now() - time.getTime()) / 1000;
}

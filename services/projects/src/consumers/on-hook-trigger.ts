/** Follows all that hooks tell of: one consumer for each service that publishes it. */
import { typesOf, type EventConsumer } from '@forgemesh/events';
import { triggersByType, type HookEventType } from '../hooks/hook-deliveries/triggers';
import { enqueueDeliveries } from '../hooks/hook-deliveries/enqueue-deliveries';
import type { Projects } from '../deps';

function hooksOf(service: string): EventConsumer<HookEventType, Projects> {
  return {
    name: `projects-hooks-${service}`,
    events: typesOf(triggersByType).filter((type) => type.startsWith(`${service}.`)),
    from: 'new',
    async handle(event, deps) {
      // Another version of this service may have other types in the durable consumer.
      const triggers = (await triggersByType[event.type]?.(deps, event)) ?? [];
      for (const hookTrigger of triggers) await enqueueDeliveries(deps, hookTrigger);
    },
  };
}

export const onHookTriggers = ['repository', 'collaboration', 'approvals', 'identity', 'projects'].map(hooksOf);

/** Consumes all events that trigger hooks. One consumer per publishing service. */
import { typesOf, type EventConsumer } from '@forgemesh/events';
import { triggersByType, type HookEventType } from '../hooks/hook-deliveries/triggers';
import { enqueueDeliveries } from '../hooks/hook-deliveries/queue/enqueue-deliveries';
import type { Projects } from '../deps';

function hooksOf(service: string): EventConsumer<HookEventType, Projects> {
  return {
    name: `projects-hooks-${service}`,
    events: typesOf(triggersByType).filter((type) => type.startsWith(`${service}.`)),
    from: 'new',
    async handle(event, deps) {
      // The durable consumer may have event types of another version of this service.
      const triggers = (await triggersByType[event.type]?.(deps, event)) ?? [];
      for (const hookTrigger of triggers) await enqueueDeliveries(deps, hookTrigger);
    },
  };
}

export const onHookTriggers = ['repository', 'collaboration', 'approvals', 'identity', 'projects'].map(hooksOf);

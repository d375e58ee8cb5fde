/** Follows all that hooks tell of: one consumer for each service that publishes it. */
import { typesOf, type EventConsumer } from '@forgemesh/events';
import { occasionsByType, type HookEventType } from '../hooks/hook-deliveries/occasions';
import { queueOccasion } from '../hooks/hook-deliveries/queue-occasion';
import type { Projects } from '../deps';

function hooksOf(service: string): EventConsumer<HookEventType, Projects> {
  return {
    name: `projects-hooks-${service}`,
    events: typesOf(occasionsByType).filter((type) => type.startsWith(`${service}.`)),
    from: 'new',
    async handle(event, deps) {
      // Another version of this service may have other types in the durable consumer.
      const occasions = (await occasionsByType[event.type]?.(deps, event)) ?? [];
      for (const occasion of occasions) await queueOccasion(deps, occasion);
    },
  };
}

export const onHookOccasions = ['repository', 'collaboration', 'approvals', 'identity', 'projects'].map(hooksOf);

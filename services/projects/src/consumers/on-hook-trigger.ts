/** Consumes all events that trigger hooks. One consumer per publishing service. */
import { typesOf, type EventConsumer, type ForgeEvent } from '@forgemesh/events';
import { triggersByType, type HookEventType } from '#hooks/hook-deliveries/triggers';
import { enqueueDeliveries } from '#hooks/hook-deliveries/queue/enqueue-deliveries';
import { preloadHooks } from '#hooks/hooks/cached-hooks';
import { preloadIntegrations } from '#hooks/integrations/cached-integrations';
import type { Projects } from '#deps';

function hooksOf(service: string): EventConsumer<HookEventType, Projects> {
  return {
    name: `projects-hooks-${service}`,
    events: typesOf(triggersByType).filter((type) => type.startsWith(`${service}.`)),
    from: 'new',
    acrossRequests: true,
    // The payloads of events may take long.
    maxEvents: 50,
    async handleAll(events, deps) {
      const projectIds = projectIdsOf(events);
      await Promise.all([preloadHooks(deps, projectIds), preloadIntegrations(deps, projectIds)]);
      for (const event of events) {
        // The durable consumer may have event types of another version of this service.
        const triggers = (await triggersByType[event.type]?.(deps, event)) ?? [];
        for (const hookTrigger of triggers) await enqueueDeliveries(deps, hookTrigger);
      }
    },
  };
}

/** The projects of events whose entities name theirs. */
function projectIdsOf(events: readonly ForgeEvent<HookEventType>[]): number[] {
  const ids = events.map(({ data }) => ('project_id' in data.entity ? data.entity.project_id : null));
  return [...new Set(ids.filter((id) => typeof id === 'number'))];
}

export const onHookTriggers = ['repository', 'collaboration', 'approvals', 'identity', 'projects'].map(hooksOf);

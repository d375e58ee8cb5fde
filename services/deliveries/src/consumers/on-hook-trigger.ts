/** Consumes all events that trigger hooks. One consumer per publishing service. */
import { typesOf, type EventConsumer, type ForgeEvent } from '@forgemesh/events';
import type { HookTrigger } from '#webhooks/deliveries';
import { preloadHooks } from '#webhooks/hooks';
import { triggersByType, type HookEventType, type TriggersDeps } from '#webhooks/triggers';
import { preloadIntegrations } from '#integrations/settings';

/** Dependencies of the consumers. */
export interface OnHookTriggerDeps extends TriggersDeps {
  /** Queues the deliveries of a trigger and starts sending them. Idempotent. */
  enqueueDeliveries: (trigger: HookTrigger) => Promise<void>;
}

function hooksOf(service: string): EventConsumer<HookEventType, OnHookTriggerDeps> {
  return {
    name: `deliveries-webhooks-${service}`,
    continues: `projects-hooks-${service}`,
    events: typesOf(triggersByType).filter((type) => type.startsWith(`${service}.`)),
    from: 'new',
    acrossRequests: true,
    // The payloads of events may take long.
    maxEvents: 50,
    async handleAll(events, deps) {
      const projectIds = projectIdsOf(events);
      await Promise.all([preloadHooks(deps, projectIds), preloadIntegrations(deps, projectIds)]);
      for (const event of events) {
        // A deferred event may be of a type that only another version of this service has.
        const triggers = (await triggersByType[event.type]?.(deps, event)) ?? [];
        for (const hookTrigger of triggers) await deps.enqueueDeliveries(hookTrigger);
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

/** Consumes all events that trigger hooks. One consumer per publishing service. */
import { typesOf, type EventConsumer, type ForgeEvent, type Settings } from '@forgemesh/events';
import type { EntityStore, QueryCache } from '@forgemesh/data';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { triggersByType, type HookEventType } from '#hooks/triggers';
import { preloadHooks, type HookDocument } from '#hooks/hooks';
import { preloadIntegrations, type IntegrationDocument } from '#hooks/integrations';
import type { Clients, Urls } from '#clients';
import type { UserDirectory } from '#clients/users';
import type { SnippetDocument } from '#content/snippets';
import type { HookTrigger } from '#hooks/hook-deliveries';
import type { NamespaceReader } from '#namespaces';
import type { Authorization } from '#projects/authorization';
import type { ProjectReader } from '#projects/lists';
import type { ProjectPresenter } from '#projects/presentation';

/** Dependencies of the consumer. */
export interface OnHookTriggerDeps {
  clients: Pick<Clients, 'commits' | 'eventEntities' | 'pipelineEntities' | 'tags' | 'wikis'>;
  settings: Settings<ApplicationSettings>;
  hooks: EntityStore<HookDocument>;
  integrations: EntityStore<IntegrationDocument>;
  snippets: EntityStore<SnippetDocument>;
  urls: Urls;
  /** Display data and profiles of users. */
  directory: UserDirectory;
  /** Reads namespaces with their ancestors. */
  namespaceTree: NamespaceReader;
  /** Rights on projects and namespaces. */
  authorization: Authorization;
  /** Presents projects. */
  projectPresenter: ProjectPresenter;
  /** Cached reads of projects. */
  projectReader: ProjectReader;
  /** Queues the deliveries of a trigger and starts sending them. Idempotent. */
  enqueueDeliveries: (trigger: HookTrigger) => Promise<void>;
  /** Hooks by project id, for the events that may trigger them; those of the instance by 0. */
  hookCache: QueryCache<readonly HookDocument[], number>;
  /** Integrations by project id. */
  integrationCache: QueryCache<readonly IntegrationDocument[], number>;
}

function hooksOf(service: string): EventConsumer<HookEventType, OnHookTriggerDeps> {
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

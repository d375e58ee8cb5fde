/** Hook triggers of wikis: one trigger per page. */
import type { ForgeEvent } from '@forgemesh/events';
import { pageChanges, wikiPayload } from '#webhooks/payloads';
import type { HookTrigger } from '#webhooks/deliveries';
import type { TriggersDeps } from './deps';

/** Maximum number of pages per push. */
const MAX_PAGES = 20;

/** Triggers for the pages that a push to a wiki changed. */
export function wikiTriggers(deps: TriggersDeps, event: ForgeEvent<'repository.wiki_push.received'>): HookTrigger[] {
  const { project_id, commits } = event.data.entity;
  return commits
    .flatMap(pageChanges)
    .slice(0, MAX_PAGES)
    .map((change, index) => ({
      trigger: 'wiki_page_events',
      event_name: 'Wiki Page Hook',
      project_id,
      resource: `wiki:${project_id}:${change.slug}`,
      event_id: index === 0 ? event.id : `${event.id}-${index}`,
      at: new Date(event.time),
      payload: () => wikiPayload(deps, project_id, change, event.actor),
    }));
}

/** Hook triggers of changed refs. */
import { BRANCHES } from '@forgemesh/git-engine/refs';
import type { ForgeEvent } from '@forgemesh/events';
import { isTagChange, pushPayload, repositoryUpdatePayload } from '#webhooks/payloads';
import type { HookTrigger } from '#webhooks/deliveries';
import type { TriggersDeps } from './deps';

/**
 * Triggers for one changed ref. Empty if the push changes more branches, or more tags, than the
 * instance allows; the two are counted separately.
 */
export function pushTriggers(deps: TriggersDeps, event: ForgeEvent<'repository.push.received'>): HookTrigger[] {
  const change = event.data.entity;
  const { ref_type_count: count = change.refs_count } = change;
  if (count > deps.settings.current().push_event_hooks_limit) return [];
  const { project_id, ref } = change;
  const base = { project_id, resource: `push:${project_id}:${ref}`, at: new Date(event.time) };
  const update: HookTrigger = {
    ...base,
    trigger: 'repository_update_events',
    event_name: 'Repository Update Hook',
    event_id: `${event.id}-update`,
    payload: () => repositoryUpdatePayload(deps, change),
  };
  const push = { ...base, event_id: event.id, payload: () => pushPayload(deps, change) };
  if (isTagChange(change)) return [{ ...push, trigger: 'tag_push_events', event_name: 'Tag Push Hook' }, update];
  if (!ref.startsWith(BRANCHES)) return [update];
  const branch = ref.slice(BRANCHES.length);
  return [{ ...push, trigger: 'push_events', event_name: 'Push Hook', branch }, update];
}

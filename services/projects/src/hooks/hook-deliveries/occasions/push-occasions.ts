/** What a change of a ref is to hooks. */
import type { ForgeEvent } from '@forgemesh/events';
import type { Projects } from '../../../deps';
import { isTagChange, pushPayload, repositoryUpdatePayload } from '../payloads/push-payload';
import type { HookOccasion } from '../queue-occasion';

const BRANCHES = 'refs/heads/';

/**
 * The deliveries of one changed ref. None if the push changes more branches, or more tags, than the
 * instance allows; the two are counted separately.
 */
export function pushOccasions(deps: Projects, event: ForgeEvent<'repository.push.received'>): HookOccasion[] {
  const change = event.data.entity;
  const { ref_type_count: count = change.refs_count } = change;
  if (count > deps.settings.current().push_event_hooks_limit) return [];
  const { project_id, ref } = change;
  const place = { project_id, resource: `push:${project_id}:${ref}`, at: new Date(event.time) };
  const update: HookOccasion = {
    ...place,
    trigger: 'repository_update_events',
    event_name: 'Repository Update Hook',
    event_id: `${event.id}-update`,
    payload: () => repositoryUpdatePayload(deps, change),
  };
  const told = { ...place, event_id: event.id, payload: () => pushPayload(deps, change) };
  if (isTagChange(change)) return [{ ...told, trigger: 'tag_push_events', event_name: 'Tag Push Hook' }, update];
  if (!ref.startsWith(BRANCHES)) return [update];
  const branch = ref.slice(BRANCHES.length);
  return [{ ...told, trigger: 'push_events', event_name: 'Push Hook', branch }, update];
}

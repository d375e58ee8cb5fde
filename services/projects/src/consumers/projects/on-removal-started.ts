import type { EventConsumer } from '@forgemesh/events';
import { finishRemoval } from '#groups/groups/remove-namespace';
import type { Projects } from '#deps';

/** Removes a namespace that is marked for removal, and everything in it. */
export const onRemovalStarted: EventConsumer<'projects.namespace.removal_started', Projects> = {
  name: 'projects-remove-namespaces',
  events: ['projects.namespace.removal_started'],
  from: 'all',
  handle: ({ subject }, deps) => finishRemoval(deps, Number(subject)),
};

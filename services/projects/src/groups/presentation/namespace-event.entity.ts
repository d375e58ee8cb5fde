/** Presents groups and users' namespaces in events. */
import type { EventEntity } from '@forgemesh/events';
import { EVENT_VIEWER } from '#access';
import { presentNamespaces, type NamespaceDocument } from '#namespaces';
import { presentGroups } from './group.entity';
import type { GroupPresentationDeps } from './deps';

/** A namespace in events: a group as administrators see it, or a user's namespace. */
export async function presentNamespaceEvent(
  deps: GroupPresentationDeps,
  namespace: NamespaceDocument,
): Promise<EventEntity<'projects.group.updated'> | EventEntity<'projects.namespace.removal_started'>> {
  const [entity] =
    namespace.kind === 'group'
      ? await presentGroups(deps, [namespace], EVENT_VIEWER)
      : await presentNamespaces(deps, [namespace]);
  if (!entity) throw new Error('one namespace has one entity');
  return entity;
}

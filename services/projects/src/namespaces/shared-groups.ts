import type { SharedGroup } from '#access';
import type { NamespacesDeps } from './deps';

/** Groups that match a filter, with their shares. */
export function findSharedGroups({ namespaces }: NamespacesDeps, filter: object): Promise<SharedGroup[]> {
  return namespaces.model
    .find({ ...filter, deleting_at: { $exists: false } }, { shared_groups: 1 })
    .lean<SharedGroup[]>();
}

import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { NamespaceDocument } from '#namespaces';
import { listFields } from '#projects/model';
import type { GroupPresentationDeps } from './deps';

/**
 * The group of a read request, from the cache. Throws NotFoundError if it was deleted after
 * authorization.
 */
export async function findCachedGroup(call: Call<GroupPresentationDeps>): Promise<NamespaceDocument> {
  const { id } = call.resource('id');
  const { groupCache, namespaces } = call.deps;
  const group = await groupCache.get(id, () =>
    namespaces.model.findById(id, listFields).lean<NamespaceDocument>().exec(),
  );
  if (!group) throw new NotFoundError('Group');
  return group;
}

/**
 * The group of a write request, read from the database. Throws NotFoundError if it was deleted
 * after authorization.
 */
export async function groupOf(call: Call<Pick<GroupPresentationDeps, 'namespaces'>>): Promise<NamespaceDocument> {
  const group = await call.deps.namespaces.find(call.resource('id').id);
  if (!group) throw new NotFoundError('Group');
  return group;
}

import { NotFoundError } from '@forgemesh/errors';
import type { NamespaceDocument } from '#namespaces/namespace.model';
import type { ProjectsCall } from '#operation';
import { listFields } from '#projects/projects/list/list-fields';

/**
 * The group of a read request, from the cache. Throws NotFoundError if it was deleted after
 * authorization.
 */
export async function findCachedGroup(call: ProjectsCall): Promise<NamespaceDocument> {
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
export async function groupOf(call: ProjectsCall): Promise<NamespaceDocument> {
  const group = await call.deps.namespaces.find(call.resource('id').id);
  if (!group) throw new NotFoundError('Group');
  return group;
}

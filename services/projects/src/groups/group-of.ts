import { NotFoundError } from '@forgemesh/kit';
import type { NamespaceDocument } from '../namespaces/namespace.model';
import type { ProjectsCall } from '../operation';

/** The group that an operation names. Throws NotFoundError where it was removed meanwhile. */
export async function groupOf(call: ProjectsCall): Promise<NamespaceDocument> {
  const group = await call.deps.namespaces.find(call.resource('id').id);
  if (!group) throw new NotFoundError('Group');
  return group;
}

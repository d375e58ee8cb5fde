import { NotFoundError } from '@forgemesh/errors';
import { NamespaceServiceDefinition } from '@forgemesh/proto/projects/v1/namespace';
import { viewerOf } from '#access/viewer';
import { operation } from '#operation';
import { presentForViewer } from '../present-for-viewer';

/** Gets one namespace. */
export const getNamespace = operation(NamespaceServiceDefinition.getNamespace, async (_request, call) => {
  const namespace = await call.deps.namespaces.find(call.resource('id').id);
  if (!namespace) throw new NotFoundError('Namespace');
  const [entity] = await presentForViewer(call.deps, [namespace], viewerOf(call));
  if (!entity) throw new NotFoundError('Namespace');
  return entity;
});

import { NotFoundError } from '@forgemesh/errors';
import { NamespaceServiceDefinition } from '@forgemesh/proto/projects/v1/namespace';
import { operation, type Call } from '@forgemesh/rpc';
import { viewerOf } from '#access';
import { presentForViewer } from '../present-for-viewer';
import type { NamespacesDeps } from '../deps';

/** Gets one namespace. */
export const getNamespace = operation(
  NamespaceServiceDefinition.getNamespace,
  async (_request, call: Call<NamespacesDeps>) => {
    const namespace = await call.deps.namespaces.find(call.resource('id').id);
    if (!namespace) throw new NotFoundError('Namespace');
    const [entity] = await presentForViewer(call.deps, [namespace], viewerOf(call));
    if (!entity) throw new NotFoundError('Namespace');
    return entity;
  },
);

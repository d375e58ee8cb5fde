import { NotFoundError } from '@forgemesh/errors';
import type { NodeDocument } from './node.model';
import type { NodesDeps } from './deps';

/** Finds a node by id. Throws NotFoundError. */
export async function findNode({ nodes }: Pick<NodesDeps, 'nodes'>, id: number): Promise<NodeDocument> {
  const node = await nodes.find(id);
  if (!node) throw new NotFoundError('GeoNode');
  return node;
}

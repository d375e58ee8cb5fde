import { NotFoundError } from '@forgemesh/errors';
import type { Geo } from '../deps';
import type { NodeDocument } from './node.model';

/** A node by id. Throws where there is none. */
export async function findNode({ nodes }: Pick<Geo, 'nodes'>, id: number): Promise<NodeDocument> {
  const node = await nodes.find(id);
  if (!node) throw new NotFoundError('GeoNode');
  return node;
}

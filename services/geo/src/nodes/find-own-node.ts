import type { NodeDocument } from './node.model';
import type { NodesDeps } from './deps';

/** The node of this secondary in its copy of the list; undefined before the first report. */
export async function findOwnNode({
  nodes,
  site,
}: Pick<NodesDeps, 'nodes' | 'site'>): Promise<NodeDocument | undefined> {
  const secondaries = await nodes.model.find({ primary: false }).lean<NodeDocument[]>();
  return secondaries.find((node) => site.isCurrent(node));
}

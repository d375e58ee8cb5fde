import type { Geo } from '../deps';

/**
 * Whether any secondary follows this node. While there is none nothing is logged: a node begins
 * with a walk over all projects, and it gets the credentials for that when it is made, so that it
 * walks after everything that was not logged for want of it.
 */
export async function isFollowed({ nodes }: Pick<Geo, 'nodes'>): Promise<boolean> {
  return (await nodes.model.exists({ primary: false })) !== null;
}

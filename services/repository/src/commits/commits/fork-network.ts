import type { Call } from '@forgemesh/rpc';
import type { Repositories } from '../../deps';

/**
 * Whether another project comes from the same one as the project of a call. Only projects knows.
 */
export async function isInForkNetwork(call: Call<Repositories>, otherId: number): Promise<boolean> {
  const { forkNetwork } = call.deps.clients;
  const { related } = await forkNetwork.getForkRelation({ project_id: call.resource().id, other_project_id: otherId });
  return related;
}

import type { Call } from '@forgemesh/rpc';
import type { CommitsDeps } from './deps';

/**
 * Whether another project is in the same fork network as the project of a call, according to the
 * projects service.
 */
export async function isInForkNetwork(call: Call<Pick<CommitsDeps, 'clients'>>, otherId: number): Promise<boolean> {
  const { forkNetwork } = call.deps.clients;
  const { related } = await forkNetwork.getForkRelation({ project_id: call.resource().id, other_project_id: otherId });
  return related;
}

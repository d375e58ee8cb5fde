import { ForkNetworkServiceDefinition } from '@forgemesh/proto/projects/v1/fork';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { areRelated, findMember } from '#projects/forks';
import type { InternalProjectsDeps } from './deps';

/** Checks whether two projects belong to the same fork network. */
export const getForkRelation = internalOperation(
  ForkNetworkServiceDefinition.getForkRelation,
  async ({ project_id: id, other_project_id: otherId }, { deps }: Call<InternalProjectsDeps>) => {
    const [project, other] = await Promise.all([id, otherId].map((one) => findMember(deps, one)));
    return { related: Boolean(project && other && (id === otherId || (await areRelated(deps, project, other)))) };
  },
);

import { ForkNetworkServiceDefinition } from '@forgemesh/proto/projects/v1/fork';
import { internalOperation } from '#operation';
import { areRelated, findMember } from '#projects/projects/fork-network';

/** Checks whether two projects belong to the same fork network. */
export const getForkRelation = internalOperation(
  ForkNetworkServiceDefinition.getForkRelation,
  async ({ project_id: id, other_project_id: otherId }, { deps }) => {
    const [project, other] = await Promise.all([id, otherId].map((one) => findMember(deps, one)));
    return { related: Boolean(project && other && (id === otherId || (await areRelated(deps, project, other)))) };
  },
);

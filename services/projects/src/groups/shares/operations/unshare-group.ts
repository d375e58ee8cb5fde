import { NotFoundError } from '@forgemesh/errors';
import { GroupShareServiceDefinition } from '@forgemesh/proto/projects/v1/group_share';
import { operation, type Call } from '@forgemesh/rpc';
import { changeGroupShares } from '../change-group-shares';
import type { SharesDeps } from '../deps';

/** Stops sharing a group with another one. */
export const unshareGroup = operation(
  GroupShareServiceDefinition.unshareGroup,
  async (request, call: Call<SharesDeps>) => {
    const changed = await call.deps.namespaces.mutate(call.resource('id').id, (group) => {
      const shares = group.shared_groups ?? [];
      const remaining = shares.filter(({ group_id: id }) => id !== request.group_id);
      if (remaining.length === shares.length) throw new NotFoundError('Group Link');
      return changeGroupShares(group, remaining, call.principal.id);
    });
    if (!changed) throw new NotFoundError('Group');
    return {};
  },
);

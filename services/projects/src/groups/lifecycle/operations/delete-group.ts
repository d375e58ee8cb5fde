import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { operation, type Call } from '@forgemesh/rpc';
import { startRemoval } from '#groups/removal';
import { groupOf } from '#groups/presentation';
import type { GroupLifecycleDeps } from '../deps';

/** Starts the removal of a group and everything in it. The group is hidden immediately. */
export const deleteGroup = operation(
  GroupServiceDefinition.deleteGroup,
  async (_request, call: Call<GroupLifecycleDeps>) => {
    const group = await groupOf(call);
    call.assertUnmodified(group.updated_at);
    await startRemoval(call.deps, group._id, call.principal.id);
    return { message: '202 Accepted' };
  },
);

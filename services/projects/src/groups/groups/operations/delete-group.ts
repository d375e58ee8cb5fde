import { GroupServiceDefinition } from '@forgemesh/proto/projects/v1/group';
import { startRemoval } from '../remove-namespace';
import { operation } from '#operation';
import { groupOf } from '../group-of';

/** Starts the removal of a group and everything in it. The group is hidden immediately. */
export const deleteGroup = operation(GroupServiceDefinition.deleteGroup, async (_request, call) => {
  const group = await groupOf(call);
  call.assertUnmodified(group.updated_at);
  await startRemoval(call.deps, group._id, call.principal.id);
  return { message: '202 Accepted' };
});

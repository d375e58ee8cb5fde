import { NotFoundError } from '@forgemesh/kit';
import { ProtectedTagServiceService } from '@forgemesh/proto/repository/v1/protected_tag';
import { operation } from '../operation';

/** Takes the protection of a tag or wildcard away. */
export const deleteProtectedTag = operation(ProtectedTagServiceService.deleteProtectedTag, async ({ name }, call) => {
  const { model } = call.deps.protectedTags;
  const { deletedCount } = await model.deleteOne({ project_id: call.resource().id, name });
  if (deletedCount === 0) throw new NotFoundError();
  return {};
});

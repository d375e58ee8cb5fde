import { MAINTAINER } from '@forgemesh/access';
import { isDuplicateKey } from '@forgemesh/data';
import { ForgeError } from '@forgemesh/errors';
import { ProtectedTagServiceDefinition } from '@forgemesh/proto/repository/v1/protected_tag';
import { operation } from '../../../operation';
import { presentProtectedTag } from '../protected-tag.entity';

/** Protects a tag or wildcard. */
export const createProtectedTag = operation(ProtectedTagServiceDefinition.createProtectedTag, async (request, call) => {
  const { protectedTags } = call.deps;
  try {
    const document = await protectedTags.insert(
      {
        _id: await protectedTags.nextId(),
        project_id: call.resource().id,
        name: request.name,
        create_access_levels: [{ access_level: request.create_access_level ?? MAINTAINER }],
        created_at: new Date(),
        ...(call.operationId !== undefined && { operation_id: call.operationId }),
      },
      [{ type: 'repository.protected_tag.created', actor: call.principal.id }],
    );
    return presentProtectedTag(document);
  } catch (error) {
    if (isDuplicateKey(error)) throw new ForgeError('unprocessable', ['Name has already been taken']);
    throw error;
  }
});

/** Removes a custom attribute of a user. */
import { NotFoundError } from '@forgemesh/errors';
import { UserCustomAttributeServiceDefinition } from '@forgemesh/proto/identity/v1/user_custom_attribute';
import { operation } from '#operation';

export const deleteUserCustomAttribute = operation(
  UserCustomAttributeServiceDefinition.deleteUserCustomAttribute,
  async (request, { deps }) => {
    const user = await deps.users.mutate(request.id, ({ custom_attributes: attributes }) => {
      const kept = attributes.filter(({ key }) => key !== request.key);
      if (kept.length === attributes.length) throw new NotFoundError();
      return { set: { custom_attributes: kept } };
    });
    if (!user) throw new NotFoundError('User');
    return {};
  },
);

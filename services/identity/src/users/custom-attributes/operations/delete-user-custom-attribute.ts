/** Removes a custom attribute of a user. */
import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { UserCustomAttributeServiceDefinition } from '@forgemesh/proto/identity/v1/user_custom_attribute';
import type { CustomAttributesDeps } from '../deps';

export const deleteUserCustomAttribute = operation(
  UserCustomAttributeServiceDefinition.deleteUserCustomAttribute,
  async (request, { deps }: Call<CustomAttributesDeps>) => {
    const user = await deps.users.mutate(request.id, ({ custom_attributes: attributes }) => {
      const kept = attributes.filter(({ key }) => key !== request.key);
      if (kept.length === attributes.length) throw new NotFoundError();
      return { set: { custom_attributes: kept } };
    });
    if (!user) throw new NotFoundError('User');
    return {};
  },
);

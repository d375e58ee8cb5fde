/** Gets a custom attribute of a user. */
import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { UserCustomAttributeServiceDefinition } from '@forgemesh/proto/identity/v1/user_custom_attribute';
import { requireUser } from '#users/accounts';
import type { CustomAttributesDeps } from '../deps';

export const getUserCustomAttribute = operation(
  UserCustomAttributeServiceDefinition.getUserCustomAttribute,
  async (request, { deps }: Call<CustomAttributesDeps>) => {
    const user = await requireUser(deps, request.id);
    const attribute = user.custom_attributes.find(({ key }) => key === request.key);
    if (!attribute) throw new NotFoundError();
    return attribute;
  },
);

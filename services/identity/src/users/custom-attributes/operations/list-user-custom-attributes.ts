/** Lists the custom attributes of a user in the order in which they were first set. */
import { pageRows } from '@forgemesh/data';
import { UserCustomAttributeServiceDefinition } from '@forgemesh/proto/identity/v1/user_custom_attribute';
import { operation } from '#operation';
import { requireUser } from '#users/users/find-user';

export const listUserCustomAttributes = operation(
  UserCustomAttributeServiceDefinition.listUserCustomAttributes,
  async (request, call) => {
    const user = await requireUser(call.deps, request.id);
    return { custom_attributes: pageRows(call, user.custom_attributes, request) };
  },
);

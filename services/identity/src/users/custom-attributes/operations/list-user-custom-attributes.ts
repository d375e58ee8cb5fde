/** Lists the custom attributes of a user in the order in which they were first set. */
import { operation, type Call } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { UserCustomAttributeServiceDefinition } from '@forgemesh/proto/identity/v1/user_custom_attribute';
import { requireUser } from '#users/accounts';
import type { CustomAttributesDeps } from '../deps';

export const listUserCustomAttributes = operation(
  UserCustomAttributeServiceDefinition.listUserCustomAttributes,
  async (request, call: Call<CustomAttributesDeps>) => {
    const user = await requireUser(call.deps, request.id);
    return { custom_attributes: pageRows(call, user.custom_attributes, request) };
  },
);

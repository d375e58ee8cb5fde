import { pageRows } from '@forgemesh/data';
import {
  GroupCustomAttributeServiceDefinition,
  ProjectCustomAttributeServiceDefinition,
} from '@forgemesh/proto/projects/v1/custom_attribute';
import { operation, type Call } from '@forgemesh/rpc';
import { groupOf, projectOf } from '../attribute-holder';
import type { CustomAttributesDeps } from '../deps';

/** Lists the custom attributes of a project. */
export const listProjectCustomAttributes = operation(
  ProjectCustomAttributeServiceDefinition.listProjectCustomAttributes,
  async (request, call: Call<CustomAttributesDeps>) => ({
    custom_attributes: pageRows(call, await projectOf(call).read(), request),
  }),
);

/** Lists the custom attributes of a group. */
export const listGroupCustomAttributes = operation(
  GroupCustomAttributeServiceDefinition.listGroupCustomAttributes,
  async (request, call: Call<CustomAttributesDeps>) => ({
    custom_attributes: pageRows(call, await groupOf(call).read(), request),
  }),
);

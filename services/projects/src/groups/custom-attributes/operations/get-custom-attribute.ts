import { NotFoundError } from '@forgemesh/errors';
import {
  GroupCustomAttributeServiceDefinition,
  ProjectCustomAttributeServiceDefinition,
} from '@forgemesh/proto/projects/v1/custom_attribute';
import { operation, type Call } from '@forgemesh/rpc';
import type { CustomAttribute } from '#namespaces';
import { groupOf, projectOf, type AttributeHolder } from '../attribute-holder';
import type { CustomAttributesDeps } from '../deps';

/** Gets one custom attribute of a project. */
export const getProjectCustomAttribute = operation(
  ProjectCustomAttributeServiceDefinition.getProjectCustomAttribute,
  ({ key }, call: Call<CustomAttributesDeps>) => findAttribute(projectOf(call), key),
);

/** Gets one custom attribute of a group. */
export const getGroupCustomAttribute = operation(
  GroupCustomAttributeServiceDefinition.getGroupCustomAttribute,
  ({ key }, call: Call<CustomAttributesDeps>) => findAttribute(groupOf(call), key),
);

async function findAttribute(holder: AttributeHolder, key: string): Promise<CustomAttribute> {
  const attributes = await holder.read();
  const attribute = attributes.find((one) => one.key === key);
  if (!attribute) throw new NotFoundError();
  return attribute;
}

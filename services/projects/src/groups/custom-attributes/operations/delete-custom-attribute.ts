import { NotFoundError } from '@forgemesh/errors';
import {
  GroupCustomAttributeServiceDefinition,
  ProjectCustomAttributeServiceDefinition,
} from '@forgemesh/proto/projects/v1/custom_attribute';
import { operation, type Call } from '@forgemesh/rpc';
import { groupOf, projectOf, type AttributeHolder } from '../attribute-holder';
import type { CustomAttributesDeps } from '../deps';

/** Removes a custom attribute of a project. */
export const deleteProjectCustomAttribute = operation(
  ProjectCustomAttributeServiceDefinition.deleteProjectCustomAttribute,
  ({ key }, call: Call<CustomAttributesDeps>) => removeAttribute(projectOf(call), key),
);

/** Removes a custom attribute of a group. */
export const deleteGroupCustomAttribute = operation(
  GroupCustomAttributeServiceDefinition.deleteGroupCustomAttribute,
  ({ key }, call: Call<CustomAttributesDeps>) => removeAttribute(groupOf(call), key),
);

async function removeAttribute(holder: AttributeHolder, key: string): Promise<object> {
  await holder.change((attributes) => {
    const remaining = attributes.filter((one) => one.key !== key);
    if (remaining.length === attributes.length) throw new NotFoundError();
    return remaining;
  });
  return {};
}

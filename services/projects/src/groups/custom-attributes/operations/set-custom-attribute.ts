import { ValidationError } from '@forgemesh/errors';
import {
  GroupCustomAttributeServiceDefinition,
  ProjectCustomAttributeServiceDefinition,
} from '@forgemesh/proto/projects/v1/custom_attribute';
import { operation, type Call } from '@forgemesh/rpc';
import { MAX_ATTRIBUTES, MAX_KEY, MAX_VALUE, type CustomAttribute } from '#namespaces';
import { groupOf, projectOf, type AttributeHolder } from '../attribute-holder';
import type { CustomAttributesDeps } from '../deps';

/** Sets a custom attribute of a project. An existing attribute keeps its position. */
export const setProjectCustomAttribute = operation(
  ProjectCustomAttributeServiceDefinition.setProjectCustomAttribute,
  ({ key, value }, call: Call<CustomAttributesDeps>) => setAttribute(projectOf(call), { key, value }),
);

/** Sets a custom attribute of a group. An existing attribute keeps its position. */
export const setGroupCustomAttribute = operation(
  GroupCustomAttributeServiceDefinition.setGroupCustomAttribute,
  ({ key, value }, call: Call<CustomAttributesDeps>) => setAttribute(groupOf(call), { key, value }),
);

async function setAttribute(holder: AttributeHolder, attribute: CustomAttribute): Promise<CustomAttribute> {
  const { key, value } = attribute;
  const problems = { ...tooLong('key', key, MAX_KEY), ...tooLong('value', value, MAX_VALUE) };
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  await holder.change((attributes) => {
    if (attributes.some((one) => one.key === key)) {
      return attributes.map((one) => (one.key === key ? attribute : one));
    }
    if (attributes.length < MAX_ATTRIBUTES) return [...attributes, attribute];
    throw new ValidationError({ base: [`can have at most ${MAX_ATTRIBUTES} custom attributes`] });
  });
  return attribute;
}

function tooLong(field: string, text: string, maximum: number): Record<string, string[]> {
  return [...text].length > maximum ? { [field]: [`is too long (maximum is ${maximum} characters)`] } : {};
}

/** Sets a custom attribute of a user; an existing one keeps its position. */
import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import { UserCustomAttributeServiceDefinition } from '@forgemesh/proto/identity/v1/user_custom_attribute';
import type { CustomAttributesDeps } from '../deps';

const MAX_KEY = 255;
const MAX_VALUE = 10_000;
/** Limited, because all attributes of a user are in one document. */
const MAX_ATTRIBUTES = 100;

export const setUserCustomAttribute = operation(
  UserCustomAttributeServiceDefinition.setUserCustomAttribute,
  async ({ id, key, value }, { deps }: Call<CustomAttributesDeps>) => {
    assertLengths(key, value);
    const user = await deps.users.mutate(id, ({ custom_attributes: attributes }) => {
      const isKnown = attributes.some((attribute) => attribute.key === key);
      if (!isKnown && attributes.length >= MAX_ATTRIBUTES) {
        throw new ValidationError({ base: [`can have at most ${MAX_ATTRIBUTES} custom attributes`] });
      }
      const changed = attributes.map((attribute) => (attribute.key === key ? { key, value } : attribute));
      return { set: { custom_attributes: isKnown ? changed : [...attributes, { key, value }] } };
    });
    if (!user) throw new NotFoundError('User');
    return { key, value };
  },
);

function assertLengths(key: string, value: string): void {
  const problems = { ...tooLong('key', key, MAX_KEY), ...tooLong('value', value, MAX_VALUE) };
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
}

function tooLong(field: string, text: string, maximum: number): Record<string, string[]> {
  return [...text].length > maximum ? { [field]: [`is too long (maximum is ${maximum} characters)`] } : {};
}

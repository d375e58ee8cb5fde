/** Key-value attributes that administrators set on projects and groups. */

/** Maximum length of keys and values, in characters. */
export const MAX_KEY = 255;
export const MAX_VALUE = 10_000;
/**
 * All attributes are stored in the document of their project or group, so their number is limited.
 */
export const MAX_ATTRIBUTES = 100;

/** A key and its value. */
export interface CustomAttribute {
  key: string;
  value: string;
}

/** Conditions for documents that have all given attributes. */
export function attributeConditions(attributes: Record<string, string>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ custom_attributes: { $elemMatch: { key, value } } }));
}

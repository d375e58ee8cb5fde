/** What administrators note about projects and groups as keys and values. */

/** Longest key and value, in characters. */
export const MAX_KEY = 255;
export const MAX_VALUE = 10_000;
/** All attributes are stored in the document of their project or group. */
export const MAX_ATTRIBUTES = 100;

/** A key and its value. */
export interface CustomAttribute {
  key: string;
  value: string;
}

/** Condition on documents that have all of some attributes. */
export function attributeConditions(attributes: Record<string, string>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ custom_attributes: { $elemMatch: { key, value } } }));
}

/** What administrators note about projects and groups as keys and values. */

/** A key and its value. */
export interface CustomAttribute {
  key: string;
  value: string;
}

/** Condition on documents that have all of some attributes. */
export function attributeConditions(wanted: Record<string, string>): object[] {
  return Object.entries(wanted).map(([key, value]) => ({ custom_attributes: { $elemMatch: { key, value } } }));
}

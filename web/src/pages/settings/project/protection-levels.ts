/** Who may change protected branches and tags. */

/** Roles as options of a field. */
export const protectionLevels = [
  { value: '40', text: 'Maintainers' },
  { value: '30', text: 'Developers and maintainers' },
  { value: '0', text: 'No one' },
] as const;

/** Returns the access level of an option. */
export function levelOf(value: (typeof protectionLevels)[number]['value']): 0 | 30 | 40 {
  return value === '0' ? 0 : value === '30' ? 30 : 40;
}

/** Returns who has one of the access levels. */
export function whoText(entries: readonly { access_level_description: string }[]): string {
  return entries.map((entry) => entry.access_level_description).join(', ') || 'No one';
}

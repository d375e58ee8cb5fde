/** Fields that only settings have. */
import { text, type FieldOptions, type LineField, type TextField } from '#components/settings/fields';

/** A list with one entry per line. */
export function lines(label: string, options: FieldOptions = {}): TextField {
  return {
    ...text(label, options),
    read: (stored) => (Array.isArray(stored) ? stored.join('\n') : ''),
  };
}

/** A number, or nothing. */
export function optionalNumber(
  label: string,
  options: FieldOptions & { min?: number; max?: number } = {},
): LineField<string | null> {
  return {
    control: 'line',
    type: 'number',
    label,
    ...options,
    read: (stored) => (stored === null || stored === undefined ? null : String(stored)),
    parse: (entered) => entered || null,
  };
}

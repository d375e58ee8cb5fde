import { ValidationError } from '@forgemesh/errors';
import { isColor } from '#appearance';

/** Throws ValidationError for a blank message or an invalid color. */
export function assertValidBroadcastMessage(fields: {
  message?: string | undefined;
  color?: string | undefined;
  font?: string | undefined;
}): void {
  const problems: Record<string, string[]> = {};
  if (fields.message?.trim() === '') problems['message'] = ["can't be blank"];
  for (const name of ['color', 'font'] as const) {
    const value = fields[name];
    if (value !== undefined && !isColor(value)) problems[name] = ['must be a valid color code'];
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
}

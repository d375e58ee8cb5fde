/** Validates variables with the error messages of the API. */
import { ValidationError } from '@forgemesh/errors';

/** The fields of a variable that are validated. */
export interface VariableFields {
  key: string;
  value: string;
  masked: boolean;
  environment_scope: string;
}

const MAX_KEY = 255;
const MAX_VALUE_BYTES = 700_000;
/** One line that can be searched for in job logs. */
const maskable = /^[A-Za-z0-9+/=_@:.~-]{8,}$/;
const scope = /^[A-Za-z0-9_/\\${}. *-]+$/;

/** Throws ValidationError for an invalid variable. */
export function assertValidVariable({ key, value, masked, environment_scope: environments }: VariableFields): void {
  const problems = {
    key: [
      ...(key.length > MAX_KEY ? [`is too long (maximum is ${MAX_KEY} characters)`] : []),
      ...(/^\w+$/.test(key) ? [] : ["can contain only letters, digits and '_'."]),
    ],
    value: [
      ...(Buffer.byteLength(value) > MAX_VALUE_BYTES ? [`is too long (maximum is ${MAX_VALUE_BYTES} bytes)`] : []),
      ...(masked && !maskable.test(value) ? ['is invalid'] : []),
    ],
    environment_scope: scope.test(environments)
      ? []
      : ["can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', '*' and spaces"],
  };
  const found = Object.entries(problems).filter(([, texts]) => texts.length > 0);
  if (found.length > 0) throw new ValidationError(Object.fromEntries(found));
}

/** The error for a key that already exists for the same environments. */
export function keyTakenError(key: string): ValidationError {
  return new ValidationError({ key: [`(${key}) has already been taken`] });
}

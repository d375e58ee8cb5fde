import { ValidationError } from '@forgemesh/errors';

const MAX_LENGTH = 255;
const nameFormat = /^[\w\-${}. ](?:[\w\-/${}. ]*[\w\-${}. ])?$/;
const foreign = /[\s\x00-\x1f\x7f<>"]/;

/** Validates the name and URL of an environment. Throws ValidationError. */
export function assertEnvironment({ name, external_url: url }: { name?: string; external_url?: string | null }): void {
  const problems = {
    name: name === undefined ? [] : nameProblems(name),
    external_url: url === undefined || url === null ? [] : urlProblems(url),
  };
  const found = Object.entries(problems).filter(([, messages]) => messages.length > 0);
  if (found.length > 0) throw new ValidationError(Object.fromEntries(found));
}

/** The error for a name or slug that another environment of the project has. */
export function environmentTaken(field: 'name' | 'slug'): ValidationError {
  return new ValidationError({ [field]: ['has already been taken'] });
}

function nameProblems(name: string): string[] {
  return [
    ...(name.trim() === '' ? ["can't be blank"] : []),
    ...(tooLong(name) ? [`is too long (maximum is ${MAX_LENGTH} characters)`] : []),
    ...(!tooLong(name) && nameFormat.test(name)
      ? []
      : [
          "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'",
        ]),
  ];
}

function urlProblems(text: string): string[] {
  const url = URL.canParse(text) && !foreign.test(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  return [
    ...(tooLong(text) ? [`is too long (maximum is ${MAX_LENGTH} characters)`] : []),
    ...(url ? [] : ['must be a valid URL']),
    ...(url && !isHttp ? ['is blocked: Only allowed schemes are http, https'] : []),
  ];
}

function tooLong(text: string): boolean {
  return text.length > MAX_LENGTH;
}

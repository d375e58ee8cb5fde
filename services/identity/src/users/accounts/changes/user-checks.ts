/** Validation of user fields. Messages are those of the API's field errors. */
import { ValidationError } from '@forgemesh/errors';
import { domainProblems, type DomainRules } from '../sign-up-domains';

const MAX_NAME = 128;
const MAX_TEXT = 255;
const MAX_PASSWORD = 128;
const MAX_NOTE = 1000;

const shortTexts = [
  'bio',
  'location',
  'skype',
  'linkedin',
  'twitter',
  'website_url',
  'organization',
  'provider',
  'extern_uid',
] as const;

const usernameText = /^[a-zA-Z0-9_.](?:[a-zA-Z0-9_.-]*[a-zA-Z0-9_-])?$/;
const usernameRule =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";

/** Fields of a user to validate; undefined fields are skipped. */
export interface UserFields {
  username?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  /** Undefined if none is set; empty if a required one is missing. */
  password?: string | undefined;
  projects_limit?: number | undefined;
  bio?: string | undefined;
  location?: string | undefined;
  /** Must be one of the user's emails. */
  public_email?: string | undefined;
  skype?: string | undefined;
  linkedin?: string | undefined;
  twitter?: string | undefined;
  website_url?: string | undefined;
  organization?: string | undefined;
  provider?: string | undefined;
  extern_uid?: string | undefined;
  note?: string | undefined;
}

/** Rules of the instance. */
export interface UserRules {
  minimumPasswordLength: number;
  /** The user's own emails, in lower case. */
  ownEmails: readonly string[];
  /** Domain rules for new users; undefined allows any domain. */
  domains?: DomainRules;
}

/** Throws ValidationError with all problems. */
export function assertValidUser(fields: UserFields, rules: UserRules): void {
  const problems: Record<string, string[]> = {};
  const note = (field: keyof UserFields, ...texts: string[]): void => {
    if (texts.length > 0) problems[field] = [...(problems[field] ?? []), ...texts];
  };
  const { domains, ownEmails } = rules;
  note('email', ...emailProblems(fields.email));
  if (domains) note('email', ...domainProblems(fields.email ?? '', domains));
  note('password', ...passwordProblems(fields.password, rules.minimumPasswordLength));
  note('name', ...lengthProblems(fields.name, MAX_NAME), ...blankProblems(fields.name));
  note('username', ...usernameProblems(fields.username), ...lengthProblems(fields.username, MAX_TEXT));
  if ((fields.projects_limit ?? 0) < 0) note('projects_limit', 'must be greater than or equal to 0');
  const isForeign = fields.public_email && !ownEmails.includes(fields.public_email.toLowerCase());
  if (isForeign) note('public_email', 'is not an email you own');
  if (fields.website_url && !isHttpUrl(fields.website_url)) note('website_url', 'is not a valid URL');
  for (const field of shortTexts) note(field, ...lengthProblems(fields[field], MAX_TEXT));
  note('note', ...lengthProblems(fields.note, MAX_NOTE));
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
}

/** Throws ValidationError if a text is not an email. */
export function assertValidEmail(email: string): void {
  const problems = emailProblems(email);
  if (problems.length > 0) throw new ValidationError({ email: problems });
}

function emailProblems(email: string | undefined): string[] {
  if (email === undefined) return [];
  const isEmail = /^[^\s@<>"]+@[^\s@<>"]+$/.test(email) && email.length <= MAX_TEXT;
  return isEmail ? [] : ['is invalid'];
}

function passwordProblems(password: string | undefined, minimum: number): string[] {
  if (password === undefined) return [];
  if (password === '') return ["can't be blank"];
  const characters = [...password].length;
  if (characters < minimum) return [`is too short (minimum is ${minimum} characters)`];
  return characters > MAX_PASSWORD ? [`is too long (maximum is ${MAX_PASSWORD} characters)`] : [];
}

function usernameProblems(username: string | undefined): string[] {
  if (username === undefined) return [];
  return usernameText.test(username) && !/\.(git|atom)$/i.test(username) ? [] : [usernameRule];
}

function blankProblems(text: string | undefined): string[] {
  return text !== undefined && text.trim() === '' ? ["can't be blank"] : [];
}

function lengthProblems(text: string | undefined, maximum: number): string[] {
  return text !== undefined && [...text].length > maximum ? [`is too long (maximum is ${maximum} characters)`] : [];
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** Rules for names and paths, and the reserved paths. */

/** Error messages by field, in the format of validation errors. */
export type FieldErrors = Record<string, string[]>;

const MAX_LENGTH = 255;
const BLANK = "can't be blank";
const TOO_LONG = `is too long (maximum is ${MAX_LENGTH} characters)`;
const PATH_TEXT =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'";
const GROUP_PATH_TEXT =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";
const PROJECT_NAME_TEXT =
  "can contain only letters, digits, emojis, '_', '.', '+', dashes, spaces. It must start with letter, digit, emoji or '_'.";
const GROUP_NAME_TEXT =
  "can contain only letters, digits, emojis, '_', '.', dash, space, parenthesis. It must start with letter, digit, emoji or '_'.";
const RESERVED = 'is a reserved name';

const pathPattern = /^[a-zA-Z0-9_.][a-zA-Z0-9_.-]*$/;
const projectNamePattern = /^[\p{L}\p{N}\u{A9}-\u{1FAFF}_][\p{L}\p{N}\p{Pd}\u{A9}-\u{1FAFF}_.+ ]*$/u;
const groupNamePattern = /^[\p{L}\p{N}\u{A9}-\u{1FAFF}_][\p{L}\p{N}\p{Pd}\u{A9}-\u{1FAFF}_()&. ]*$/u;
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/**
 * Zero-width joiner: used in emoji sequences and therefore allowed in names, unlike other invisible
 * characters.
 */
const JOINER = /\u200D/g;

/** Top-level paths that the instance uses itself. */
const reservedTopLevel = new Set(
  `- .git .well-known 404.html 422.html 500.html 502.html 503.html abuse_reports admin api apple-touch-icon-precomposed.png
  apple-touch-icon.png assets autocomplete dashboard deploy.html explore favicon.ico favicon.png files groups health_check help
  import invites jwt login metrics notification_settings oauth profile projects public robots.txt s search sent_notifications
  sitemap sitemap.xml sitemap.xml.gz slash-command-logo.png snippets u unsubscribes uploads users v2`.split(/\s+/),
);

/** Path segments that follow a project's path in the URLs of its pages. */
const reservedInside = new Set(
  `- badges blame blob builds commits create create_dir edit environments files find_file info new preview raw refs tree update
  wikis`.split(/\s+/),
);

/** Whether a top-level path is reserved for the instance. */
export function isReservedTopLevel(path: string): boolean {
  return reservedTopLevel.has(path.toLowerCase());
}

/** Errors for the path of a user's namespace; empty if it is valid. */
export function userPathErrors(path: string): string[] {
  return isReservedTopLevel(path) ? [RESERVED] : pathErrors(path, GROUP_PATH_TEXT, path.endsWith('.'));
}

/** Errors for the path of a group. */
export function groupPathErrors(path: string, parentId: number): string[] {
  const reserved = parentId === 0 ? reservedTopLevel : reservedInside;
  const errors = pathErrors(path, GROUP_PATH_TEXT, path.endsWith('.'));
  return reserved.has(path.toLowerCase()) ? [...errors, RESERVED] : errors;
}

/** Errors for the path of a project. */
export function projectPathErrors(path: string): string[] {
  const errors = pathErrors(path, PATH_TEXT, path === '.' || path === '..');
  return reservedInside.has(path.toLowerCase()) ? [...errors, RESERVED] : errors;
}

/** Errors for the name of a project. */
export function projectNameErrors(name: string): string[] {
  return nameErrors(name, projectNamePattern, PROJECT_NAME_TEXT);
}

/** Errors for the name of a group. */
export function groupNameErrors(name: string): string[] {
  return nameErrors(name, groupNamePattern, GROUP_NAME_TEXT);
}

function pathErrors(path: string, text: string, endsBadly: boolean): string[] {
  if (path === '') return [BLANK];
  if (path.length > MAX_LENGTH) return [TOO_LONG];
  return pathPattern.test(path) && !/\.(git|atom)$/i.test(path) && !endsBadly ? [] : [text];
}

function nameErrors(name: string, pattern: RegExp, text: string): string[] {
  if (name.trim() === '') return [BLANK];
  // Checked before the pattern runs, because a name may be very long.
  if (name.length > 2 * MAX_LENGTH || [...name].length > MAX_LENGTH) return [TOO_LONG];
  return pattern.test(name) && !invisible.test(name.replace(JOINER, '')) ? [] : [text];
}

/** Default path of a project, derived from its name: lower-case words joined by dashes. */
export function pathFromName(name: string): string {
  return name
    .slice(0, 2 * MAX_LENGTH)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** Whether there are any errors. */
export function hasErrors(errors: FieldErrors): boolean {
  return Object.values(errors).some((texts) => texts.length > 0);
}

/** The fields that have errors. */
export function withoutEmpty(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, texts]) => texts.length > 0));
}

/** Validation of SSH keys. Messages are those of the API's field errors. */
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { parseSshKey, type ParsedSshKey, type SshKeyType } from './parse-ssh-key';

const MAX_TITLE = 255;
const MAX_KEY = 5000;
const FORBIDDEN = -1;
const keyTypes: SshKeyType[] = ['rsa', 'dsa', 'ecdsa', 'ed25519'];

/**
 * Restriction of each type in the instance settings: 0 allows it, -1 forbids it, otherwise the
 * minimum size in bits.
 */
export type SshKeyRestrictions = Pick<ApplicationSettings, `${SshKeyType}_key_restriction`>;

/** Messages by field. */
export type SshKeyProblems = Partial<Record<'title' | 'key' | 'fingerprint', string[]>>;

/** Parses and validates a new key; `problems` contains the errors. */
export function checkSshKey(
  { title, key }: { title: string; key: string },
  restrictions: SshKeyRestrictions,
): { parsed: ParsedSshKey | undefined; problems: SshKeyProblems } {
  const isTooLong = [...key].length > MAX_KEY;
  const parsed = isTooLong ? undefined : parseSshKey(key);
  const keyProblems = [
    ...(isTooLong ? [`is too long (maximum is ${MAX_KEY} characters)`] : []),
    ...(hasKeyForm(key) ? [] : ['is invalid']),
    ...(parsed ? restrictionProblems(parsed, restrictions) : []),
  ];
  const titles = titleProblems(title);
  return {
    parsed,
    problems: {
      ...(titles.length > 0 && { title: titles }),
      ...(keyProblems.length > 0 && { key: keyProblems }),
      ...(!parsed && { fingerprint: ['cannot be generated'] }),
    },
  };
}

/** Validates a title. */
export function titleProblems(title: string): string[] {
  if (title.trim() === '') return ["can't be blank"];
  return [...title].length > MAX_TITLE ? [`is too long (maximum is ${MAX_TITLE} characters)`] : [];
}

function hasKeyForm(key: string): boolean {
  // A key is one line of printable text; white space is normalized.
  return /^\s*(ssh|ecdsa)-/.test(key) && !/[\0-\x08\x0e-\x1f\x7f]/.test(key);
}

function restrictionProblems({ type, bits }: ParsedSshKey, restrictions: SshKeyRestrictions): string[] {
  const restriction = restrictions[`${type}_key_restriction`];
  if (restriction === FORBIDDEN) {
    const allowed = keyTypes.filter((name) => restrictions[`${name}_key_restriction`] !== FORBIDDEN);
    return [`type is forbidden. Must be ${alternatives(allowed.map((name) => name.toUpperCase()))}`];
  }
  return bits < restriction ? [`must be at least ${restriction} bits`] : [];
}

/** `A`, `A or B`, `A, B, or C`. */
function alternatives(names: string[]): string {
  if (names.length <= 2) return names.join(' or ');
  return `${names.slice(0, -1).join(', ')}, or ${names.at(-1)}`;
}

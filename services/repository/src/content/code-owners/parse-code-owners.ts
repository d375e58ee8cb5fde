/** Parses a CODEOWNERS file. Lines that cannot be parsed are ignored. */

/** Maximum number of entries of a file; further ones are ignored. */
export const MAX_ENTRIES = 1_000;
/** Maximum number of owners of an entry; further ones are ignored. */
const MAX_OWNERS = 50;
const MAX_PATTERN_LENGTH = 1_024;
const MAX_NAME_LENGTH = 255;
/** Maximum number of approvals that a section may require. */
const MAX_APPROVALS = 100;

/** Name of the section that entries before the first heading belong to. */
const DEFAULT_SECTION = 'codeowners';

/** Owners of the files that match a pattern. */
export interface CodeOwnerEntry {
  pattern: string;
  /** Usernames or full paths of groups. */
  names: string[];
  emails: string[];
  /** Whether matching files have no owners in the section. */
  is_exclusion: boolean;
}

/** Entries of which the last match decides. */
export interface CodeOwnerSection {
  name: string;
  /** Whether the owners need not approve. */
  is_optional: boolean;
  /** Number of owners that must approve. */
  approvals_required: number;
  entries: CodeOwnerEntry[];
}

type Owners = Pick<CodeOwnerEntry, 'names' | 'emails'>;

const heading = /^(\^)?\[([^\]]+)\](?:\[(\d{1,9})\])?(?:\s+(.*))?$/;

/** Parses the text of a file. Sections of the same name, in any letter case, are one. */
export function parseCodeOwners(text: string): CodeOwnerSection[] {
  const sections = new Map<string, CodeOwnerSection>();
  let section = sectionOf(sections, { name: DEFAULT_SECTION, is_optional: false, approvals_required: 1 });
  let defaults: Owners = { names: [], emails: [] };
  let count = 0;
  for (const row of text.split(/\r?\n/)) {
    const line = row.trim();
    if (line === '' || line.startsWith('#')) continue;
    const found = heading.exec(line);
    if (found) {
      const [, caret, name = '', approvals = '1', owners = ''] = found;
      section = sectionOf(sections, {
        name: name.trim().slice(0, MAX_NAME_LENGTH),
        is_optional: caret !== undefined,
        approvals_required: Math.min(Math.max(Number(approvals), 1), MAX_APPROVALS),
      });
      defaults = parseOwners(owners);
      continue;
    }
    if (count === MAX_ENTRIES) break;
    const entry = parseEntry(line, defaults);
    if (entry === null) continue;
    count++;
    // The last entry of a pattern counts.
    section.entries = [...section.entries.filter(({ pattern }) => pattern !== entry.pattern), entry];
  }
  return [...sections.values()].filter(({ entries }) => entries.length > 0);
}

/** A section is optional only if all its headings are; the highest number of approvals counts. */
function sectionOf(
  sections: Map<string, CodeOwnerSection>,
  { name, is_optional, approvals_required }: Omit<CodeOwnerSection, 'entries'>,
): CodeOwnerSection {
  const key = name.toLowerCase();
  const earlier = sections.get(key);
  if (!earlier || (earlier.entries.length === 0 && key === DEFAULT_SECTION)) {
    const section = { name, is_optional, approvals_required, entries: [] };
    sections.set(key, section);
    return section;
  }
  earlier.is_optional &&= is_optional;
  earlier.approvals_required = Math.max(earlier.approvals_required, approvals_required);
  return earlier;
}

function parseEntry(line: string, defaults: Owners): CodeOwnerEntry | null {
  const isExclusion = line.startsWith('!');
  const [raw = '', rest = ''] = splitPattern(isExclusion ? line.slice(1) : line);
  if (raw === '' || raw.length > MAX_PATTERN_LENGTH) return null;
  const pattern = raw.replace(/\\([\s#!])/g, '$1');
  if (isExclusion) return { pattern, names: [], emails: [], is_exclusion: true };
  const owners = parseOwners(rest);
  const hasOwners = owners.names.length + owners.emails.length > 0;
  return { pattern, ...(hasOwners ? owners : defaults), is_exclusion: false };
}

/** Splits at the first blank that no backslash precedes. */
function splitPattern(line: string): [string, string] {
  const end = line.search(/(?<!\\)\s/);
  return end < 0 ? [line, ''] : [line.slice(0, end), line.slice(end)];
}

/** Owners up to a comment: `@user`, `@group/subgroup` and email addresses. */
function parseOwners(text: string): Owners {
  const names = new Set<string>();
  const emails = new Set<string>();
  for (const word of text.split(/\s+/)) {
    if (word.startsWith('#') || names.size + emails.size >= MAX_OWNERS) break;
    if (word.length > MAX_NAME_LENGTH) continue;
    if (/^@[\w.-]+(?:\/[\w.-]+)*$/.test(word)) names.add(word.slice(1).toLowerCase());
    else if (/^[^\s@]+@[^\s@]+$/.test(word)) emails.add(word.toLowerCase());
  }
  return { names: [...names], emails: [...emails] };
}

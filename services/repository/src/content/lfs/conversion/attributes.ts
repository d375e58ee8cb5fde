/**
 * Attributes files of git (`.gitattributes`), as far as they say which files are stored as large
 * files: `filter=lfs`. Macros are not applied, as none of git's own sets a filter.
 */
import { compilePattern, matchesPath, type PathPattern } from '#content';

/** A line of an attributes file that sets or removes the filter. */
export interface FilterRule {
  pattern: PathPattern;
  /** Whether matching files are large files. */
  isLarge: boolean;
}

const quotedLine = /^"((?:[^"\\]|\\.)*)"\s+(.*)$/;
const plainLine = /^(\S+)\s+(.*)$/;
const filterToken = /^([-!]?)filter(?:=(.*))?$/;
const escapes: Record<string, string> = { n: '\n', t: '\t', '"': '"', '\\': '\\' };

/** Parses an attributes file. Lines that set no filter, and invalid ones, have no rule. */
export function parseAttributes(text: string): FilterRule[] {
  return text.split('\n').flatMap((line) => parseLine(line.trim()) ?? []);
}

/**
 * What an attributes file says of a path relative to its folder: the last line that matches counts.
 * Undefined if no line does.
 */
export function findRule(rules: readonly FilterRule[], path: string): FilterRule | undefined {
  return rules.findLast(({ pattern }) => matchesPath(pattern, path));
}

function parseLine(line: string): FilterRule | undefined {
  if (line === '' || line.startsWith('#') || line.startsWith('!') || line.startsWith('[attr]')) return undefined;
  const [, quoted, rest] = quotedLine.exec(line) ?? [];
  const [, plain, tokens = ''] = rest === undefined ? (plainLine.exec(line) ?? []) : [];
  const pattern = quoted === undefined ? plain : unquote(quoted);
  const setting = (rest ?? tokens).split(/\s+/).findLast((token) => filterToken.test(token));
  if (pattern === undefined || setting === undefined || pattern.endsWith('/')) return undefined;
  const [, sign, value] = filterToken.exec(setting) ?? [];
  return { pattern: compilePattern(anchor(pattern)), isLarge: sign === '' && value === 'lfs' };
}

function unquote(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character);
}

/**
 * Converts a pattern to one of the same meaning for `compilePattern`: a slash inside anchors it,
 * and `**` at its end matches any depth. Clients write spaces as a class of characters.
 */
function anchor(pattern: string): string {
  const spaced = pattern.replaceAll('[[:space:]]', '[ ]');
  const deep = spaced.endsWith('/**') ? `${spaced}/*` : spaced;
  return deep.includes('/') && !deep.startsWith('/') ? `/${deep}` : deep;
}

/** Parses and compares semantic versions. */

/** Parts of a semantic version; the numbers are strings because their length is unlimited. */
export interface Version {
  numbers: string[];
  /** Pre-release identifiers (`rc`, `1`); empty for a stable version. */
  pre: string[];
  /** The version without a leading `v`. */
  text: string;
}

const NUMBER = String.raw`(?:0|[1-9]\d*)`;
const PRE = String.raw`(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
const VERSION =
  String.raw`v?(${NUMBER}\.${NUMBER}\.${NUMBER}(?:-${PRE}(?:\.${PRE})*)?)` +
  String.raw`(\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?`;
const WHOLE = new RegExp(`^${VERSION}$`);
const HEADING = new RegExp(String.raw`^##[ \t]+\[?${VERSION}`);

/** Parses a version; null if the text is not one. */
export function parseVersion(text: string): Version | null {
  return versionOf(WHOLE.exec(text));
}

/** The version in a Markdown heading; null if the line is not such a heading. */
export function versionOfHeading(line: string): Version | null {
  return line.startsWith('##') ? versionOf(HEADING.exec(line)) : null;
}

/** Negative if `a` precedes `b`; build metadata is ignored. */
export function compareVersions(a: Version, b: Version): number {
  for (const [index, number] of a.numbers.entries()) {
    const order = compareNumbers(number, b.numbers[index] ?? '0');
    if (order !== 0) return order;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (const [index, identifier] of a.pre.entries()) {
    const other = b.pre[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return a.pre.length - b.pre.length;
}

function versionOf(match: RegExpExecArray | null): Version | null {
  const [, core, meta = ''] = match ?? [];
  if (core === undefined) return null;
  const dash = core.indexOf('-');
  const numbers = dash < 0 ? core : core.slice(0, dash);
  return {
    numbers: numbers.split('.'),
    pre: dash < 0 ? [] : core.slice(dash + 1).split('.'),
    text: core + meta,
  };
}

function compareIdentifiers(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) return compareNumbers(a, b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return compareStrings(a, b);
}

/** Compares digit strings without leading zeros. */
function compareNumbers(a: string, b: string): number {
  return a.length - b.length || compareStrings(a, b);
}

function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

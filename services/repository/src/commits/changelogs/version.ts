/** Semantic versions: how they are written and sorted. */

/** Parts of a semantic version; the numbers stay text because they have any length. */
export interface Version {
  numbers: string[];
  /** Identifiers of a version before the release (`rc`, `1`); none for a stable version. */
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

/** The version that a text is; null if it is none. */
export function parseVersion(text: string): Version | null {
  return versionOf(WHOLE.exec(text));
}

/** The version that a line of Markdown has as the title of a section; null if it has none. */
export function versionOfHeading(line: string): Version | null {
  return line.startsWith('##') ? versionOf(HEADING.exec(line)) : null;
}

/** Negative if `a` comes before `b`; build metadata does not count. */
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
  return compareTexts(a, b);
}

/** Compares digits without leading zeros. */
function compareNumbers(a: string, b: string): number {
  return a.length - b.length || compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Conditions on the paths of files that a search returns. */

export interface PathCondition {
  /** `path`: anywhere in the path; `filename`: in the name; `extension`: the end of the name. */
  kind: 'path' | 'filename' | 'extension';
  /** Case-insensitive; `*` stands for any text, and then the pattern must match all of it. */
  pattern: string;
  /** Whether files that match are left out. */
  is_excluded: boolean;
}

/** Whether a path meets all conditions. */
export function meetsConditions(path: string, conditions: readonly PathCondition[]): boolean {
  const lower = path.toLowerCase();
  return conditions.every((condition) => matches(lower, condition) !== condition.is_excluded);
}

/**
 * The argument that limits git to paths which meet one of the conditions; undefined if only paths
 * are excluded.
 */
export function pathspecOf(conditions: readonly PathCondition[]): string | undefined {
  const condition = conditions.find(({ is_excluded }) => !is_excluded);
  if (condition === undefined) return undefined;
  const pattern = condition.pattern.replace(/[\\?[]/g, String.raw`\$&`).replace(/\*+/g, '*');
  // Without `glob`, an asterisk also matches slashes.
  return condition.kind === 'extension' ? `:(top,icase)*.${pattern}` : `:(top,icase)*${pattern}*`;
}

function matches(path: string, { kind, pattern }: PathCondition): boolean {
  const wanted = pattern.toLowerCase();
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (kind === 'extension') return matchesAll(name, `*.${wanted}`);
  const text = kind === 'path' ? path : name;
  return wanted.includes('*') ? matchesAll(text, wanted) : text.includes(wanted);
}

/** Matches a text with `*` in linear time: each part is taken at its first place. */
function matchesAll(text: string, pattern: string): boolean {
  const parts = pattern.split('*');
  const first = parts.shift() ?? '';
  const last = parts.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

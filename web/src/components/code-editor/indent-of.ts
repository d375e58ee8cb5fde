const DEFAULT_INDENT = '  ';

/** Returns the indentation that a text uses: a tab, or the fewest spaces at the start of a line. */
export function indentOf(text: string): string {
  if (/^\t/m.test(text)) return '\t';
  const widths = [...text.matchAll(/^( {2,8})\S/gm)].map(([, spaces = '']) => spaces.length);
  return widths.length === 0 ? DEFAULT_INDENT : ' '.repeat(Math.min(...widths));
}

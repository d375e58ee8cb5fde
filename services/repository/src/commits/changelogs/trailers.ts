/** Parses trailers: lines `Name: value` in the last paragraph of a commit message. */

/** Maximum length of a message whose trailers are read. */
const MAX_MESSAGE_LENGTH = 1_000_000;
const TRAILER = /^([A-Za-z0-9-]+)[ \t]*:(.*)$/;
const GENERATED = /^(?:Signed-off-by: |\(cherry picked from commit )/;
/**
 * Maximum number of other lines per trailer in a paragraph where git itself wrote one of the
 * trailers.
 */
const MAX_OTHER_LINES = 3;

/**
 * The value of a trailer; undefined if it is missing. The last occurrence counts. A line that
 * starts with whitespace continues the previous one.
 */
export function trailerOf(message: string, name: string): string | undefined {
  if (message.length > MAX_MESSAGE_LENGTH || !message.includes(name)) return undefined;
  const lines = lastParagraph(message);
  if (!isTrailerBlock(lines)) return undefined;
  const values = lines.flatMap((line) => {
    const [, key, value = ''] = TRAILER.exec(line) ?? [];
    return key === name ? [value.trim()] : [];
  });
  return values.at(-1);
}

/** The last paragraph with continued lines joined; empty if the message has only one paragraph. */
function lastParagraph(message: string): string[] {
  const lines = message.trim().split('\n');
  const blank = lines.findLastIndex((line) => line.trim() === '');
  if (blank < 0) return [];
  const joined: string[] = [];
  for (const line of lines.slice(blank + 1)) {
    const before = joined.at(-1);
    if (/^\s/.test(line) && before !== undefined) joined[joined.length - 1] = `${before} ${line.trim()}`;
    else joined.push(line.trimEnd());
  }
  return joined;
}

function isTrailerBlock(lines: readonly string[]): boolean {
  const isTrailer = (line: string): boolean => GENERATED.test(line) || TRAILER.test(line);
  const trailers = lines.filter(isTrailer).length;
  if (trailers === lines.length) return true;
  return lines.some((line) => GENERATED.test(line)) && lines.length - trailers <= trailers * MAX_OTHER_LINES;
}

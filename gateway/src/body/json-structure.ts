/**
 * Limits the structure of a JSON text before it is parsed: a parser spends many times the memory of
 * the text on small values.
 */
import { MAX_DEPTH, MAX_KEYS, MAX_VALUES, tooDeep, tooMany } from '../params/nesting';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const SPACE = 0x20;

/**
 * Bytes of a string that are read one by one. The end of a longer string is searched for, which is
 * faster per byte but slower per call.
 */
const SHORT_STRING = 64;

/** Members of the open lists and objects by depth; a check runs to its end before the next. */
const members = new Uint32Array(MAX_DEPTH + 1);
/** The maximum of each of them. */
const maxMembers = new Uint32Array(MAX_DEPTH + 1);

/**
 * Checks the structure of a JSON text in one pass over its bytes. Throws InvalidParameterError if
 * it is nested too deep, has too many values, or an object with too many keys. A text that is no
 * JSON is left to the parser, which reads no further than its first error.
 */
export function assertStructure(bytes: Uint8Array): void {
  let depth = 0;
  let values = 0;
  // Whether the last token opened a list or object, which has no members yet.
  let isOpened = false;
  const addMember = (): void => {
    if (depth > 0 && (++values > MAX_VALUES || ++(members[depth] as number) > (maxMembers[depth] as number)))
      throw tooMany();
  };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    // Spaces, tabs and line breaks.
    if (byte <= SPACE) continue;
    const isClosing = byte === CLOSE_LIST || byte === CLOSE_OBJECT;
    if (isOpened && !isClosing) addMember();
    isOpened = byte === OPEN_LIST || byte === OPEN_OBJECT;
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
    } else if (byte === COMMA) {
      addMember();
    } else if (isOpened) {
      if (++depth > MAX_DEPTH) throw tooDeep();
      members[depth] = 0;
      maxMembers[depth] = byte === OPEN_OBJECT ? MAX_KEYS : MAX_VALUES;
    } else if (isClosing && depth > 0) {
      depth--;
    }
  }
}

/** Returns the index of the quote that ends a string, or the end of the text. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  for (;;) {
    for (const short = at + SHORT_STRING; at < short; at++) {
      const byte = bytes[at];
      if (byte === QUOTE || byte === undefined) return at;
      // The next byte is escaped.
      if (byte === BACKSLASH) at++;
    }
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    let first = quote;
    while (first > at && bytes[first - 1] === BACKSLASH) first--;
    at = quote + 1;
    // An even number of backslashes escapes itself.
    if ((quote - first) % 2 === 0) return quote;
  }
}

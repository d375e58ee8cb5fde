/**
 * JSON with texts of many megabytes, such as the contents of files: they are escaped and parsed in
 * pieces, between which the event loop is free. Values have no NUL, which the API refuses: it marks
 * the places of such texts in the JSON of everything else.
 */
import { setImmediate } from 'node:timers/promises';

/** Length of a piece in UTF-16 units or bytes: a few milliseconds of work. */
const PIECE = 512 * 1024;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Number of escaped quotes that are skipped at once. */
const QUOTES_PER_TURN = 10_000;
/** Length of an escape sequence, `\u00e9`. */
const MAX_ESCAPE = 6;
const markOf = (index: number): string => `\0${index}`;
const writtenMark = /"\\u0000(\d+)"/;

/** Encodes a value as JSON in UTF-8. */
export function encodeJson(value: object): Buffer | Promise<Buffer> {
  return hasLongText(value) ? encodeLong(value) : Buffer.from(JSON.stringify(value));
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > PIECE;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongText);
}

async function encodeLong(value: object): Promise<Buffer> {
  const texts: string[] = [];
  const json = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'string' && member.length > PIECE ? markOf(texts.push(member) - 1) : member,
  );
  const parts: Buffer[] = [];
  // The parts at odd positions are the numbers of texts.
  for (const [position, part] of json.split(writtenMark).entries()) {
    if (position % 2 === 0) parts.push(Buffer.from(part));
    else await escapeText(texts[Number(part)] ?? '', parts);
  }
  return Buffer.concat(parts);
}

async function escapeText(text: string, parts: Buffer[]): Promise<void> {
  parts.push(Buffer.of(QUOTE));
  for (let at = 0; at < text.length;) {
    const next = at + PIECE;
    // A character of two units is not divided.
    const to = /[\ud800-\udbff]/.test(text.charAt(next - 1)) ? next - 1 : next;
    parts.push(Buffer.from(JSON.stringify(text.slice(at, to)).slice(1, -1)));
    at = to;
    await setImmediate();
  }
  parts.push(Buffer.of(QUOTE));
}

/** Parses JSON in UTF-8. */
export function decodeJson(json: Buffer): unknown {
  return json.length > PIECE ? decodeLong(json) : JSON.parse(json.toString('utf8'));
}

async function decodeLong(json: Buffer): Promise<unknown> {
  const texts: string[] = [];
  const parts: string[] = [];
  let at = 0;
  let examined = 0;
  for (let start = json.indexOf(QUOTE); start >= 0;) {
    const end = await endOfText(json, start + 1);
    if (end - examined > PIECE) {
      examined = end;
      await setImmediate();
    }
    if (end - start > PIECE) {
      parts.push(json.toString('utf8', at, start), JSON.stringify(markOf(texts.length)));
      texts.push(await unescapeText(json.subarray(start + 1, end)));
      at = end + 1;
    }
    start = json.indexOf(QUOTE, end + 1);
  }
  parts.push(json.toString('utf8', at));
  if (texts.length === 0) return JSON.parse(parts.join(''));
  return JSON.parse(parts.join(''), (_key, member: unknown) =>
    typeof member === 'string' && member.startsWith('\0') ? texts[Number(member.slice(1))] : member,
  );
}

/** Position of the quote that ends a text. */
async function endOfText(json: Buffer, from: number): Promise<number> {
  let quotes = 0;
  for (let end = json.indexOf(QUOTE, from); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    if (backslashesBefore(json, end, from) % 2 === 0) return end;
    if (++quotes % QUOTES_PER_TURN === 0) await setImmediate();
  }
  throw new SyntaxError('a text in JSON does not end');
}

/** Number of consecutive backslashes before a position. */
function backslashesBefore(json: Buffer, at: number, from: number): number {
  let first = at;
  while (first > from && json[first - 1] === BACKSLASH) first--;
  return at - first;
}

async function unescapeText(escaped: Buffer): Promise<string> {
  const pieces: string[] = [];
  for (let at = 0; at < escaped.length;) {
    const to = at + PIECE < escaped.length ? boundaryBefore(escaped, at, at + PIECE) : escaped.length;
    pieces.push(JSON.parse(`"${escaped.toString('utf8', at, to)}"`) as string);
    at = to;
    await setImmediate();
  }
  return pieces.join('');
}

/**
 * The last position up to `at` that divides neither a character nor an escape sequence; `from` is
 * such a position.
 */
function boundaryBefore(escaped: Buffer, from: number, at: number): number {
  const last = at - MAX_ESCAPE + escaped.subarray(at - MAX_ESCAPE, at).lastIndexOf(BACKSLASH);
  const isEscape = last >= at - MAX_ESCAPE && backslashesBefore(escaped, last, from) % 2 === 0;
  if (isEscape) return last;
  let boundary = at;
  while (((escaped[boundary] ?? 0) & 0xc0) === 0x80) boundary--;
  return boundary;
}

/** Files with one JSON value, and files with one per line. */
import { BadRequestError } from '@forgemesh/errors';
import type { SpooledFile } from './spool';

/** Maximum size of a value in bytes, as each is held in memory. */
const MAX_LINE_BYTES = 50 * 1024 * 1024;
/** Maximum nesting depth of a value. */
const MAX_DEPTH = 100;
const NEWLINE = 10;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * The values of a file. Throws BadRequestError if a line is too long, nested too deeply or not
 * valid JSON.
 */
export async function* jsonLines(file: Pick<SpooledFile, 'read'>, name: string): AsyncGenerator<unknown> {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
    if (length > MAX_LINE_BYTES) throw new BadRequestError(`${name} has a line that is too long`);
  };
  const take = (): unknown[] => {
    const line = Buffer.concat(parts);
    [parts, length] = [[], 0];
    return line.toString('latin1').trim() === '' ? [] : [parseJson(line, `${name} has a line that`)];
  };
  for await (const chunk of file.read()) {
    const bytes = chunk as Buffer;
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      add(bytes.subarray(start, end));
      yield* take();
      start = end + 1;
    }
    add(bytes.subarray(start));
  }
  yield* take();
}

/** The value of a file. Throws BadRequestError if it is too large, nested too deeply or invalid. */
export async function jsonFile(file: Pick<SpooledFile, 'read' | 'size'>, name: string): Promise<unknown> {
  if (file.size > MAX_LINE_BYTES) throw new BadRequestError(`${name} is too large`);
  const chunks: Buffer[] = [];
  for await (const chunk of file.read()) chunks.push(chunk as Buffer);
  return parseJson(Buffer.concat(chunks), name);
}

/** The value of JSON text. Throws BadRequestError if it is nested too deeply or invalid. */
function parseJson(text: Buffer, subject: string): unknown {
  if (depthOf(text) > MAX_DEPTH) throw new BadRequestError(`${subject} is nested too deeply`);
  try {
    return JSON.parse(text.toString('utf8'));
  } catch (error) {
    throw new BadRequestError(`${subject} is not valid JSON`, { cause: error });
  }
}

/** The nesting depth of JSON text, without parsing it. */
function depthOf(text: Buffer): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] as number;
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (isOpening(byte)) deepest = Math.max(deepest, ++depth);
    else if (isClosing(byte)) depth--;
  }
  return deepest;
}

/** Whether a byte is `[` or `{`. */
function isOpening(byte: number): boolean {
  return byte === 91 || byte === 123;
}

/** Whether a byte is `]` or `}`. */
function isClosing(byte: number): boolean {
  return byte === 93 || byte === 125;
}

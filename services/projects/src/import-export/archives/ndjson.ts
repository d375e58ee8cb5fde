/** Files with one JSON value per line. */
import { BadRequestError } from '@forgemesh/errors';
import type { SpooledFile } from './spool';

/** Maximum length of a line in bytes, as each line is held in memory. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const NEWLINE = 10;

/**
 * The values of an uploaded file. Throws BadRequestError if a line is too long or not valid JSON.
 */
export async function* jsonLines(file: SpooledFile, name: string): AsyncGenerator<unknown> {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
    if (length > MAX_LINE_BYTES) throw new BadRequestError(`${name} has a line that is too long`);
  };
  const take = (): unknown[] => {
    const text = Buffer.concat(parts).toString('utf8').trim();
    [parts, length] = [[], 0];
    return text === '' ? [] : [parse(text, name)];
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

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadRequestError(`${name} has a line that is not valid JSON`, { cause: error });
  }
}

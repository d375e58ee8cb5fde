/**
 * Decodes content parameters of commits. A content may be many megabytes long: it is decoded in
 * pieces, between which the event loop is free.
 */
import { setImmediate } from 'node:timers/promises';
import { InvalidParameterError } from '@forgemesh/errors';

/** Content parameters of the API. */
export interface ContentParameters {
  content?: string | undefined;
  /** `text` (default) or `base64`. */
  encoding?: string | undefined;
}

/** Length of a piece in UTF-16 units: a few milliseconds of work. */
const PIECE = 512 * 1024;
/** Clients break lines or use the URL-safe alphabet. */
const notBase64 = /[^A-Za-z0-9+/_\-\s]/;
const notPadding = /[^=\s]/;

/**
 * Decodes a content parameter; undefined if it is absent. Throws InvalidParameterError with the
 * given parameter name for invalid base64.
 */
export async function contentOf(
  { content, encoding }: ContentParameters,
  name = 'content',
): Promise<Buffer | undefined> {
  if (content === undefined) return undefined;
  if (encoding !== 'base64') return encodeText(content);
  const bytes = await decodeBase64(content);
  if (!bytes) throw new InvalidParameterError(`${name} is not valid base64`);
  return bytes;
}

async function encodeText(text: string): Promise<Buffer> {
  if (text.length <= PIECE) return Buffer.from(text, 'utf8');
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text));
  let end = 0;
  for (let at = 0; at < text.length;) {
    const next = at + PIECE;
    // A character that takes two units is not divided.
    const to = isHighSurrogate(text.charCodeAt(next - 1)) ? next - 1 : next;
    end += bytes.write(text.slice(at, to), end, 'utf8');
    at = to;
    await setImmediate();
  }
  return bytes;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Decodes base64 with or without padding; undefined if it is invalid. */
async function decodeBase64(text: string): Promise<Buffer | undefined> {
  const bytes = Buffer.allocUnsafe(Math.ceil((text.length * 3) / 4));
  let end = 0;
  /** Characters of a group of four that continues in the next piece. */
  let rest = '';
  let isPadding = false;
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.slice(at, at + PIECE);
    const padding = isPadding ? 0 : piece.search(notBase64);
    if (padding >= 0) {
      isPadding = true;
      if (notPadding.test(piece.slice(padding))) return undefined;
    }
    const characters = rest + piece.slice(0, padding < 0 ? piece.length : padding).replace(/\s+/g, '');
    const whole = characters.length - (characters.length % 4);
    end += bytes.write(characters.slice(0, whole), end, 'base64');
    rest = characters.slice(whole);
    if (text.length > PIECE) await setImmediate();
  }
  end += bytes.write(rest, end, 'base64');
  return bytes.subarray(0, end);
}

/**
 * Encodes and decodes file contents in JSON. A content may be many megabytes long: long ones are
 * processed in pieces, between which the event loop is free.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { preparedText } from '@forgemesh/rpc';

/**
 * Bytes of a piece: a few milliseconds of work, and a multiple of three, so that no piece but the
 * last has padding.
 */
const PIECE = 3 * 128 * 1024;
const QUOTE = 0x22;

/** A content in a response. */
export interface EncodedContent {
  /** The content as base64. */
  content: string;
  content_sha256: string;
}

/** Encodes a content for a response. */
export async function encodeContent(data: Buffer): Promise<EncodedContent> {
  const hash = createHash('sha256');
  if (data.length <= PIECE)
    return { content: data.toString('base64'), content_sha256: hash.update(data).digest('hex') };
  const json = Buffer.allocUnsafe(Math.ceil(data.length / 3) * 4 + 2);
  let end = json.writeUInt8(QUOTE);
  for (let at = 0; at < data.length; at += PIECE) {
    const piece = data.subarray(at, at + PIECE);
    hash.update(piece);
    end += json.write(piece.toString('base64'), end, 'latin1');
    await setImmediate();
  }
  json.writeUInt8(QUOTE, end);
  return { content: preparedText(json), content_sha256: hash.digest('hex') };
}

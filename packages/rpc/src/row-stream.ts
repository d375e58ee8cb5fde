/**
 * Rows and files that one service streams to another: bytes in the parts of a download, rows as one
 * JSON text per line.
 */
import type { DownloadPart } from '@forgemesh/proto/api/v1/stream';
import type { Download } from './operation';

/** Lines are sent together until they have so many characters. */
const CHUNK_LENGTH = 64 * 1024;

/** A download of rows. */
export function rowDownload(rows: AsyncIterable<object>): Download {
  return { headers: { 'Content-Type': 'application/x-ndjson' }, content: linesOf(rows) };
}

async function* linesOf(rows: AsyncIterable<object>): AsyncGenerator<Buffer> {
  let lines = '';
  for await (const row of rows) {
    lines += `${JSON.stringify(row)}\n`;
    if (lines.length < CHUNK_LENGTH) continue;
    yield Buffer.from(lines);
    lines = '';
  }
  if (lines !== '') yield Buffer.from(lines);
}

/** The bytes of a download of another service. */
export async function* contentOf(parts: AsyncIterable<DownloadPart>): AsyncGenerator<Buffer> {
  for await (const { part } of parts) if (part?.$case === 'chunk') yield Buffer.from(part.value);
}

/** The rows of a download of another service, or of a file with a row in each line. */
export async function* rowsOf<Row>(content: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  let parts: Uint8Array[] = [];
  for await (const chunk of content) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield JSON.parse(Buffer.concat([...parts, chunk.subarray(start, end)]).toString('utf8')) as Row;
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (parts.length > 0) yield JSON.parse(Buffer.concat(parts).toString('utf8')) as Row;
}

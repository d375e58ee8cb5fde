/**
 * Streams of rows and files between services: bytes in the chunks of a download, rows as NDJSON.
 */
import type { DownloadPart } from '@forgemesh/proto/api/v1/stream';
import type { Download } from '../operation';

/** Lines are sent in chunks of about this many characters. */
const CHUNK_LENGTH = 64 * 1024;

/** Creates a download of rows. */
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

/** Returns the bytes of a download of another service. */
export async function* contentOf(parts: AsyncIterable<DownloadPart>): AsyncGenerator<Buffer> {
  for await (const { part } of parts) if (part?.$case === 'chunk') yield Buffer.from(part.value);
}

/**
 * Returns the bytes of a download of another service once it has begun. Throws if the service
 * refuses it.
 */
export async function openContent(parts: AsyncIterable<DownloadPart>): Promise<AsyncIterable<Buffer>> {
  const content = contentOf(parts);
  const first = await content.next();
  return (async function* (): AsyncGenerator<Buffer> {
    if (first.done) return;
    yield first.value;
    yield* content;
  })();
}

/** Returns the rows of a download of another service, or of a file with one row per line. */
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

import type { ServerResponse } from 'node:http';
import { gitHeaders } from '../transport-state';
import type { PackEntry } from './pack-entry';

const BUFFER_BYTES = 256 * 1024;

/**
 * Sends a cached response, which may still be written, through one buffer. The status is sent with
 * the first byte. Rejects with the error of git; the response is then incomplete.
 */
export async function sendEntry(
  entry: PackEntry,
  response: ServerResponse,
  contentType: string,
  disconnected: AbortSignal,
): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  for (let position = 0; ;) {
    await entry.changed(position, disconnected);
    if (disconnected.aborted) return;
    if (entry.size === position && entry.end !== undefined) {
      if (entry.end.error !== null) throw entry.end.error;
      return;
    }
    const length = await entry.read(buffer, position);
    position += length;
    if (!response.headersSent) response.writeHead(200, gitHeaders(contentType));
    await writeAll(response, buffer.subarray(0, length));
  }
}

/** Resolves when the buffer may be used again, or the client has disconnected. */
function writeAll(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve();
    response.once('close', resolve);
    response.write(bytes, () => {
      response.off('close', resolve);
      resolve();
    });
  });
}

import type { Reply } from '../streams/reply';
import type { PackEntry } from './pack-entry';

/** Small enough that a slow client makes progress within the idle timeout. */
const BUFFER_BYTES = 64 * 1024;

/**
 * Sends a cached response, which may still be written, through one buffer. Rejects with the error
 * of git; the reply is then incomplete.
 */
export async function sendEntry(entry: PackEntry, reply: Reply, disconnected: AbortSignal): Promise<void> {
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
    await reply.writeThrough(buffer.subarray(0, length));
  }
}

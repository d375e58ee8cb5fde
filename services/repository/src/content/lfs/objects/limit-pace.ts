import { Readable } from 'node:stream';
import { PaceWatch } from '@forgemesh/admission';
import type { LfsLimits } from '../deps';

/** Maximum duration of a download in seconds: as long as the gateway lets an upload take. */
const MAX_SECONDS = 21_600;

/** Returns the content, which ends with an error if its reader is too slow. */
export function limitPace(
  content: Readable,
  { bytesPerSecond, idleSeconds }: Pick<LfsLimits, 'bytesPerSecond' | 'idleSeconds'>,
): Readable {
  const limits = { seconds: MAX_SECONDS, bytesPerSecond, idleSeconds };
  const watch = new PaceWatch(limits, () => paced.destroy(new Error('the client reads too slowly')));
  const paced = Readable.from(watched(content, watch), { objectMode: false });
  paced.once('close', () => {
    watch.stop();
    content.destroy();
  });
  return paced;
}

async function* watched(content: Readable, watch: PaceWatch): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    watch.beginWait();
    yield chunk;
    watch.endWait(chunk.length);
  }
}

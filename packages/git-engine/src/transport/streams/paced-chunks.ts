import type { Readable } from 'node:stream';
import { type PaceLimits, PaceWatch } from '@forgemesh/admission';
import { HttpError } from './request-body';

/** The chunks of a body, whose client must send at a minimum speed. Rejects with 408 otherwise. */
export async function* pacedChunks(body: Readable, pace: PaceLimits, onSlow: () => void): AsyncGenerator<Buffer> {
  const watch = new PaceWatch(pace, () => {
    onSlow();
    body.destroy(new HttpError(408, 'The request was sent too slowly'));
  });
  const iterator = body[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  try {
    for (;;) {
      watch.beginWait();
      const { done, value } = await iterator.next();
      if (done === true) return;
      watch.endWait(value.length);
      yield value;
    }
  } finally {
    watch.stop();
  }
}

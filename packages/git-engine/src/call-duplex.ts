/** Presents a streaming call of the worker as a Node stream. */
import { Duplex } from 'node:stream';
import type { Pipe } from './worker/pipe';

/**
 * Wraps the client's end of a pipe. The readable side ends only after the call has succeeded, and
 * fails with its error; destroying the stream early cancels the call.
 */
export function callDuplex(pipe: Pipe, result: Promise<unknown>, cancel: () => void): Duplex {
  const stream = new Duplex({
    allowHalfOpen: true,
    read() {
      pipe.read().then(
        async (chunk) => {
          if (chunk === undefined) await result;
          stream.push(chunk ?? null);
        },
        (error: Error) => stream.destroy(error),
      );
    },
    write(chunk: Buffer, _encoding, callback) {
      pipe.write(chunk).then(() => callback(), callback);
    },
    final(callback) {
      pipe.end();
      callback();
    },
    destroy(error, callback) {
      cancel();
      callback(error);
    },
  });
  // The failure is reported by both `result` and the stream; a caller that handles only one must
  // not crash.
  stream.on('error', () => undefined);
  result.catch((error: Error) => stream.destroy(error));
  return stream;
}

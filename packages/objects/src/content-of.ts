import { createReadStream } from 'node:fs';

/**
 * The content of a file, which is opened when it is read: a file that is absent by then fails its
 * reader. The error of a stream that nobody reads yet would end the process.
 */
export async function* contentOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file) as AsyncIterable<Buffer>;
}

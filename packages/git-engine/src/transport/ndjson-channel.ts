/** Messages over a byte stream: one line of JSON each. */

/** A byte stream in both directions, as a `Pipe` of the worker or a Node stream wrapped for it. */
export interface ByteChannel extends AsyncIterable<Buffer> {
  write(bytes: Uint8Array): Promise<void>;
}

/** Sends and receives messages; iterating gives what arrives, in order. */
export class NdjsonChannel<In, Out> {
  constructor(private readonly channel: ByteChannel) {}

  /** Sends one message. Rejects once the other side is gone. */
  send(message: Out): Promise<void> {
    return this.channel.write(Buffer.from(`${JSON.stringify(message)}\n`));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<In> {
    let pieces: Buffer[] = [];
    for await (const chunk of this.channel) {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        pieces.push(chunk.subarray(from, end));
        yield JSON.parse(Buffer.concat(pieces).toString('utf8')) as In;
        pieces = [];
        from = end + 1;
      }
      pieces.push(chunk.subarray(from));
    }
  }
}

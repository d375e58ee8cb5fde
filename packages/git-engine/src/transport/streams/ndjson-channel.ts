/** Messages over a byte stream as newline-delimited JSON. */

/** A byte stream in both directions, such as a `Pipe` of the worker or a wrapped Node stream. */
export interface ByteChannel extends AsyncIterable<Buffer> {
  write(bytes: Uint8Array): Promise<void>;
}

/** Sends and receives messages; iterate to receive them in order. */
export class NdjsonChannel<In, Out> {
  constructor(private readonly channel: ByteChannel) {}

  /** Sends one message. Rejects once the other side is closed. */
  send(message: Out): Promise<void> {
    return this.channel.write(Buffer.from(`${JSON.stringify(message)}\n`));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<In> {
    let chunks: Buffer[] = [];
    for await (const chunk of this.channel) {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        chunks.push(chunk.subarray(from, end));
        yield JSON.parse(Buffer.concat(chunks).toString('utf8')) as In;
        chunks = [];
        from = end + 1;
      }
      chunks.push(chunk.subarray(from));
    }
  }
}

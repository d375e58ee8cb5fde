import type { Socket } from 'node:net';
import { Writable } from 'node:stream';

/**
 * Content of a response that is written to the connection of its client, in chunks of HTTP. Another
 * process sends the head and the last chunk, and reads from the connection: it stays open there
 * when this stream has ended.
 */
export class ClientConnection extends Writable {
  constructor(private readonly socket: Socket) {
    super();
    socket.on('error', (error) => this.destroy(error));
    socket.once('close', () => this.destroy());
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const { socket } = this;
    // An empty chunk would be the last one.
    if (chunk.length === 0) return done();
    socket.cork();
    socket.write(`${chunk.length.toString(16)}\r\n`, 'latin1');
    socket.write(chunk);
    socket.write('\r\n', 'latin1', done);
    socket.uncork();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}

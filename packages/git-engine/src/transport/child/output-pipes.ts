/**
 * Pipes for the output of processes that this process reads into buffers of its own. Node allocates
 * memory for each read from the pipes that it creates for a child; to collect that costs more than
 * to pass a pack on.
 */
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { OutputPipe } from './output-pipe';

/** Maximum length of the address of a socket without its last zero: 107 on Linux, 103 on macOS. */
const MAX_ADDRESS_BYTES = 103;

export class OutputPipes {
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly server: Server,
    private readonly address: string,
  ) {}

  /**
   * Listens in a folder, which only this user may enter. Undefined if the path is too long or the
   * file system has no sockets; children then have pipes of Node.
   */
  static async open(folder: string): Promise<OutputPipes | undefined> {
    const address = path.join(folder, 's');
    if (Buffer.byteLength(address) > MAX_ADDRESS_BYTES) return undefined;
    const server = createServer({ pauseOnConnect: true });
    try {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await once(server.listen(address), 'listening');
    } catch {
      return undefined;
    }
    server.unref();
    return new OutputPipes(server, address);
  }

  /** Creates a pipe. Rejects if there are no descriptors left. */
  async create(): Promise<OutputPipe> {
    // One at a time: the next connection that the server accepts is the other end.
    const created = this.turn.then(() => this.connect());
    this.turn = created.catch(() => undefined);
    return await created;
  }

  /** Ends listening; existing pipes stay open. */
  close(): void {
    this.server.close();
  }

  private async connect(): Promise<OutputPipe> {
    const { server, address } = this;
    let onConnection: (input: Socket) => void = () => undefined;
    try {
      return await new Promise<OutputPipe>((resolve, reject) => {
        const pipe = new OutputPipe(address, reject);
        onConnection = (input) => resolve(pipe.withInput(input));
        server.once('connection', onConnection);
      });
    } finally {
      server.off('connection', onConnection);
    }
  }
}

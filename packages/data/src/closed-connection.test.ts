import { createServer, connect, type Server, type AddressInfo } from 'node:net';
import { createRequire } from 'node:module';

interface Driver {
  Connection: new (
    socket: ReturnType<typeof connect>,
    options: object,
  ) => {
    command(namespace: unknown, command: object, options: object): Promise<unknown>;
    destroy(): void;
  };
}

// Not a part of the driver's interface; the case needs an exact moment.
const ofMongoose = createRequire(require.resolve('mongoose'));
const { Connection } = ofMongoose('mongodb/lib/cmap/connection.js') as Driver;
const { ns } = ofMongoose('mongodb/lib/utils.js') as { ns(text: string): unknown };

describe('a connection to the database that closes before a command is sent', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => server.close());

  it('rejects the command', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    const options = { hostAddress: { toString: () => 'server' }, id: 1, generation: 0, monitorCommands: false };
    const connection = new Connection(socket, options);
    const command = connection.command(ns('admin.$cmd'), { ping: 1 }, { socketTimeoutMS: 1_000 });
    connection.destroy();
    await expect(command).rejects.toThrow(/closed/);
  });
});

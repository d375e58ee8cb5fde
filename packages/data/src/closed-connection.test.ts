import { createServer, connect, type Server, type AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { waitFor } from '@forgemesh/testing';

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

describe('a connection to the database that closes', () => {
  let server: Server;
  const open = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    const options = { hostAddress: { toString: () => 'server' }, id: 1, generation: 0, monitorCommands: false };
    return { socket, connection: new Connection(socket, options) };
  };
  beforeAll(async () => {
    // It reads nothing.
    server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => server.close());

  it('rejects a command that is not sent yet', async () => {
    const { connection } = await open();
    const command = connection.command(ns('admin.$cmd'), { ping: 1 }, { socketTimeoutMS: 1_000 });
    connection.destroy();
    await expect(command).rejects.toThrow(/closed/);
  });

  it('rejects a command that is sent in part', async () => {
    const { socket, connection } = await open();
    const large = { ping: 'x'.repeat(16 * 1024 * 1024) };
    const command = connection.command(ns('admin.$cmd'), large, { socketTimeoutMS: 1_000 });
    await waitFor(async () => socket.writableNeedDrain, Boolean);
    connection.destroy();
    await expect(command).rejects.toThrow(/closed/);
  });
});

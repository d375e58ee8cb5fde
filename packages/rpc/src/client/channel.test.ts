import { connect, createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { Metadata, Server, ServerCredentials, type ServiceError } from '@grpc/grpc-js';
import { openChannel, wasUnsent, type Channel } from './channel';

const same = (bytes: Buffer): Buffer => bytes;
const method = { path: '/test.Echo/Say', requestStream: false, responseStream: false } as const;
const codec = {
  requestSerialize: same,
  requestDeserialize: same,
  responseSerialize: same,
  responseDeserialize: same,
};

/** A service behind a proxy that does not forward the first `ignoredConnections` connections. */
async function startBehindProxy(
  ignoredConnections: number,
): Promise<{ port: number; accepted: () => number; stop: () => void }> {
  const server = new Server();
  server.addService(
    { say: { ...method, ...codec } },
    { say: ({ request }: { request: Buffer }, callback: Callback) => callback(null, request) },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  let accepted = 0;
  const ignored: Socket[] = [];
  const proxy: TcpServer = createServer((socket) => {
    socket.on('error', () => undefined);
    if (accepted++ < ignoredConnections) return void ignored.push(socket.resume());
    const inner = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    accepted: () => accepted,
    stop() {
      server.forceShutdown();
      proxy.close();
      ignored.forEach((socket) => socket.destroy());
    },
  };
}

type Callback = (error: null, bytes: Buffer) => void;

function say(channel: Channel, text: string, waitTimeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const metadata = new Metadata({ waitForReady: true });
    const options = { deadline: Date.now() + waitTimeoutMs };
    channel
      .client()
      .makeUnaryRequest(method.path, same, same, Buffer.from(text), metadata, options, (error, response) => {
        if (error) reject(error);
        else resolve(String(response));
      });
  });
}

describe('a stuck channel', () => {
  let channel: Channel;
  let service: Awaited<ReturnType<typeof startBehindProxy>>;
  afterEach(() => {
    channel.close();
    service.stop();
  });

  it('is reopened, and pending calls fail as not sent', async () => {
    service = await startBehindProxy(1);
    channel = openChannel(`127.0.0.1:${service.port}`, {}, { checkMs: 100 });
    const error = await say(channel, 'first', 60_000).catch((thrown: ServiceError) => thrown);
    expect(wasUnsent((error as ServiceError).details)).toBe(true);
    expect(await say(channel, 'second', 60_000)).toBe('second');
    expect(service.accepted()).toBe(2);
  });

  it('still reports when it becomes ready', async () => {
    service = await startBehindProxy(2);
    channel = openChannel(`127.0.0.1:${service.port}`, {}, { checkMs: 100 });
    await new Promise<void>((resolve) => void channel.onReady(resolve));
    expect(await say(channel, 'hello', 60_000)).toBe('hello');
  });
});

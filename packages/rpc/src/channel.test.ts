import { connect, createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { Metadata, Server, ServerCredentials, type ServiceError } from '@grpc/grpc-js';
import { openChannel, wasUnsent, type Channel } from './channel';

const same = (bytes: Buffer): Buffer => bytes;
const method = { path: '/test.Echo/Say', requestStream: false, responseStream: false } as const;
const codec = {
  ...{ requestSerialize: same, requestDeserialize: same },
  ...{ responseSerialize: same, responseDeserialize: same },
};

/** A service behind a door, which swallows as many of its first connections as it is told. */
async function startBehindDoor(swallowed: number): Promise<{ port: number; met: () => number; stop: () => void }> {
  const server = new Server();
  server.addService(
    { say: { ...method, ...codec } },
    { say: ({ request }: { request: Buffer }, answer: Answer) => answer(null, request) },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  let met = 0;
  const swallowedOnes: Socket[] = [];
  const door: TcpServer = createServer((socket) => {
    socket.on('error', () => undefined);
    if (met++ < swallowed) return void swallowedOnes.push(socket.resume());
    const inner = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    port: (door.address() as AddressInfo).port,
    met: () => met,
    stop() {
      server.forceShutdown();
      door.close();
      swallowedOnes.forEach((socket) => socket.destroy());
    },
  };
}

type Answer = (error: null, bytes: Buffer) => void;

function say(channel: Channel, text: string, waitTimeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const metadata = new Metadata({ waitForReady: true });
    const options = { deadline: Date.now() + waitTimeoutMs };
    channel
      .client()
      .makeUnaryRequest(method.path, same, same, Buffer.from(text), metadata, options, (error, answer) => {
        if (error) reject(error);
        else resolve(String(answer));
      });
  });
}

describe('a channel that is stuck', () => {
  let channel: Channel;
  let service: Awaited<ReturnType<typeof startBehindDoor>>;
  afterEach(() => {
    channel.close();
    service.stop();
  });

  it('is opened anew, and who waits for it is told that his call was not sent', async () => {
    service = await startBehindDoor(1);
    channel = openChannel(`127.0.0.1:${service.port}`, {}, { checkMs: 100 });
    const error = await say(channel, 'first', 60_000).catch((thrown: ServiceError) => thrown);
    expect(wasUnsent((error as ServiceError).details)).toBe(true);
    expect(await say(channel, 'second', 60_000)).toBe('second');
    expect(service.met()).toBe(2);
  });

  it('still tells when it becomes ready', async () => {
    service = await startBehindDoor(2);
    channel = openChannel(`127.0.0.1:${service.port}`, {}, { checkMs: 100 });
    await new Promise<void>((resolve) => void channel.onReady(resolve));
    expect(await say(channel, 'hello', 60_000)).toBe('hello');
  });
});

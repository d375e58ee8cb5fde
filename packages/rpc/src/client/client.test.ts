import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { createCaller, type Caller } from './client';
import { createSigner, serviceContext } from '../context';
import { jsonMethod } from '../testing/json-method';
import { runInScope, createMetrics } from '@forgemesh/telemetry';
import { waitFor } from '@forgemesh/testing';
import { makeTestKeys } from '@forgemesh/testing/runtime';

interface Thing {
  name: string;
  storage: string;
}

const unary = (name: string) => jsonMethod<Thing>(`/test.Things/${name}`, { name: '', storage: '' });
const things = {
  getThing: unary('GetThing'),
  createThing: unary('CreateThing'),
  streamThings: { ...unary('StreamThings'), responseStream: true as const },
};

/** A service that can be stopped and restarted at the same address. */
class Service {
  port = 0;
  /** Requests that it received. */
  inRequestScope: string[] = [];
  /** Called before each response. */
  beforeAnswer: () => void = () => undefined;
  private server: Server | undefined;

  async bringBack(): Promise<void> {
    const server = new Server();
    const respond = (call: ServerUnaryCall<Thing, Thing>, done: sendUnaryData<Thing>): void => {
      this.inRequestScope.push(call.getPath());
      this.beforeAnswer();
      done(null, call.request);
    };
    server.addService(things, {
      getThing: respond,
      createThing: respond,
      streamThings: (call: ServerWritableStream<Thing, Thing>) => {
        call.write(call.request);
        call.end();
      },
    });
    this.port = await new Promise<number>((resolve, reject) => {
      server.bindAsync(`127.0.0.1:${this.port}`, ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
    this.server = server;
  }

  takeAway(): void {
    this.server?.forceShutdown();
  }
}

/** Open client sockets of this process. */
const openSockets = new Set<Socket>();

function recordSocket(message: unknown): void {
  const { socket } = message as { socket: Socket };
  openSockets.add(socket);
  socket.once('close', () => openSockets.delete(socket));
}

/**
 * Waits until the clients have noticed that their connections are closed. A call that starts
 * earlier may be sent on a closing connection; then it is unknown whether the service has handled
 * it, so a write is not retried.
 */
async function lossNoticed(): Promise<void> {
  await Promise.all([...openSockets].map((socket) => once(socket, 'close')));
  await nextTurn();
}

describe('a call to an unavailable storage', () => {
  let service: Service;
  let keys: Awaited<ReturnType<typeof makeTestKeys>>;
  const callers: Caller[] = [];

  beforeAll(async () => {
    channel('net.client.socket').subscribe(recordSocket);
    keys = await makeTestKeys('gateway');
  });
  afterAll(() => void channel('net.client.socket').unsubscribe(recordSocket));
  beforeEach(async () => {
    service = new Service();
    await service.bringBack();
  });
  afterEach(() => {
    for (const caller of callers.splice(0)) caller.close();
    service.takeAway();
  });

  const clientOf = (waitTimeoutMs: number) => {
    const address = `127.0.0.1:${service.port}`;
    const caller = createCaller({
      addresses: { things: address, 'things/default': address },
      signer: createSigner('gateway', keys.signingKey('gateway')),
      metrics: createMetrics('gateway'),
      waitTimeoutMs,
    });
    callers.push(caller);
    return caller.client(things, 'things');
  };
  /** Runs as part of a request that waits for a minute. */
  const inRequestScope = <T>(work: () => T): T =>
    runInScope({ fields: { request_id: 'r' }, context: serviceContext('r'), until: Date.now() + 60_000 }, work);

  it.each(['getThing', 'createThing'] as const)('waits and is sent once: %s', async (name) => {
    const client = clientOf(30_000);
    await client.getThing({ storage: 'default' });
    service.takeAway();
    await lossNoticed();
    const response = inRequestScope(() => client[name]({ storage: 'default', name: 'a' }));
    service.inRequestScope = [];
    await service.bringBack();
    expect(await response).toMatchObject({ name: 'a' });
    expect(service.inRequestScope).toHaveLength(1);
  });

  it('is retried after an interruption if it reads', async () => {
    const client = clientOf(30_000);
    service.beforeAnswer = () => {
      service.beforeAnswer = () => undefined;
      service.takeAway();
      void service.bringBack();
    };
    expect(await inRequestScope(() => client.getThing({ storage: 'default', name: 'a' }))).toMatchObject({ name: 'a' });
    expect(service.inRequestScope).toHaveLength(2);
  });

  it('is not retried after an interruption if it writes', async () => {
    const client = clientOf(30_000);
    service.beforeAnswer = () => service.takeAway();
    await expect(inRequestScope(() => client.createThing({ storage: 'default' }))).rejects.toMatchObject({
      reason: 'unavailable',
    });
    await service.bringBack();
    expect(service.inRequestScope).toHaveLength(1);
  });

  it('is refused if the storage stays unavailable, and succeeds when it is back', async () => {
    const client = clientOf(300);
    service.takeAway();
    const call = () => inRequestScope(() => client.createThing({ storage: 'default', name: 'a' }));
    await expect(call()).rejects.toMatchObject({ reason: 'unavailable', retryAfter: 1 });
    await expect(call()).rejects.toMatchObject({ reason: 'unavailable' });
    await service.bringBack();
    await waitFor(
      () => call().catch(() => undefined),
      (response) => response?.name === 'a',
    );
  });

  it('is refused before the deadline of its caller', async () => {
    const client = clientOf(3_600_000);
    service.takeAway();
    const scope = { fields: { request_id: 'r' }, context: serviceContext('r'), until: Date.now() + 1_500 };
    await expect(runInScope(scope, () => client.getThing({ storage: 'default' }))).rejects.toMatchObject({
      reason: 'unavailable',
      isTimeout: false,
    });
  });

  it('waits as a stream without a deadline, and ends', async () => {
    const client = clientOf(300);
    const all = async () => {
      const found: Thing[] = [];
      for await (const thing of client.streamThings({ storage: 'default', name: 'a' })) found.push(thing);
      return found;
    };
    await waitFor(
      () => inRequestScope(all),
      ({ length }) => length === 1,
    );
    service.takeAway();
    await expect(inRequestScope(all)).rejects.toMatchObject({ reason: 'unavailable' });
    await service.bringBack();
    await waitFor(
      () => inRequestScope(all).catch(() => []),
      ({ length }) => length === 1,
    );
  });
});

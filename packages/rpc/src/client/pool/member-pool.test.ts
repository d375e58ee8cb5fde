/** Pools of real servers, each of which can be stopped, frozen, or unable to serve. */
import { createServer, connect, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import {
  Metadata,
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { createMetrics, runInScope } from '@forgemesh/telemetry';
import { waitFor } from '@forgemesh/testing';
import { makeTestKeys } from '@forgemesh/testing/runtime';
import { createSigner, serviceContext } from '../../context';
import { jsonMethod } from '../../testing/json-method';
import { openChannel } from '../channel';
import { createCaller, type Caller } from '../client';
import { MemberPool } from './member-pool';

const CHECK_MS = 100;

interface Thing {
  project_id: number;
  by: string;
}

const unary = (name: string) => jsonMethod<Thing>(`/test.Things/${name}`, { project_id: 0, by: '' });
const things = {
  getThing: unary('GetThing'),
  createThing: unary('CreateThing'),
  listThings: { ...unary('ListThings'), responseStream: true as const },
};

/** A process behind a link that can be frozen: connections stay open, but nothing passes. */
class Process {
  readonly health = new HealthImplementation({ '': 'SERVING' });
  /** Paths of the received calls. */
  received: string[] = [];
  /** Called before each response. */
  beforeResponse: () => Promise<void> | void = () => undefined;
  private server: Server | undefined;
  private link: TcpServer | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  constructor(readonly name: string) {}

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  async start(): Promise<this> {
    const server = new Server();
    const respond = (call: ServerUnaryCall<Thing, Thing>, done: sendUnaryData<Thing>): void => {
      this.received.push(call.getPath());
      void Promise.resolve(this.beforeResponse()).then(() => done(null, { ...call.request, by: this.name }));
    };
    const stream = (call: ServerWritableStream<Thing, Thing>): void => {
      this.received.push(call.getPath());
      void Promise.resolve(this.beforeResponse()).then(() => {
        call.write({ ...call.request, by: this.name });
        call.end();
      });
    };
    server.addService(things, { getThing: respond, createThing: respond, listThings: stream });
    this.health.addToServer(server);
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    this.server = server;
    const link = createServer((socket) => {
      const inner = connect(port, '127.0.0.1');
      for (const [side, other] of [
        [socket, inner],
        [inner, socket],
      ] as const) {
        this.sockets.add(side);
        side.on('error', () => other.destroy()).on('close', () => other.destroy());
        side.pipe(other);
      }
    });
    await new Promise<void>((resolve) => link.listen(this.port, '127.0.0.1', resolve));
    this.port = (link.address() as AddressInfo).port;
    this.link = link;
    return this;
  }

  stop(): void {
    this.link?.close();
    for (const socket of this.sockets) socket.destroy();
    this.server?.forceShutdown();
  }

  freeze(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
  }
}

let processes: Process[];
beforeEach(async () => {
  processes = await Promise.all(['first', 'second', 'third'].map((name) => new Process(name).start()));
});
afterEach(() => processes.forEach((each) => each.stop()));
const addressOf = (members: Process[]) => `pool:${members.map(({ address }) => address).join()}`;

describe('the members of a pool', () => {
  let pool: MemberPool;
  const open = (address: string, resolve?: () => Promise<string[]>) => {
    pool = new MemberPool(address, {
      waitTimeoutMs: 5_000,
      warmMembers: 2,
      checkMs: CHECK_MS,
      open: (member, interceptor) => openChannel(member, {}, { interceptors: [interceptor] }),
      ...(resolve && { resolve }),
    });
    pool.states();
  };
  const healthOf = (index: number) =>
    pool.states().find(({ address }) => address === processes[index]?.address)?.health;
  const waitForHealth = (...expected: string[]) =>
    waitFor(
      async () => pool.states().map(({ health }) => health),
      (found) => String(found) === String(expected),
    );
  afterEach(() => pool.close());

  it('are live when they answer, and out after two missed checks until they answer again', async () => {
    open(addressOf(processes));
    await waitForHealth('live', 'live', 'live');
    processes[1]?.freeze();
    const frozenAt = performance.now();
    await waitForHealth('live', 'lost', 'live');
    expect(performance.now() - frozenAt).toBeGreaterThan(CHECK_MS);
    processes[1]?.stop();
    await processes[1]?.start();
    await waitForHealth('live', 'live', 'live');
  });

  it('are out at once if a call loses its connection', async () => {
    open(addressOf(processes));
    await waitForHealth('live', 'live', 'live');
    const member = pool.choose({ key: '1', isRead: false });
    const index = processes.findIndex(({ address }) => address === member?.address);
    processes[index]?.stop();
    const { path, requestSerialize, responseDeserialize } = things.getThing;
    const call = () =>
      new Promise<string>((resolve) => {
        member
          ?.client()
          .makeUnaryRequest(
            path,
            requestSerialize,
            responseDeserialize,
            { project_id: 1 },
            new Metadata(),
            {},
            (error) => resolve(error ? 'failed' : 'ok'),
          );
      });
    expect(await call()).toBe('failed');
    expect(healthOf(index)).toBe('lost');
    expect(pool.choose({ key: '1', isRead: false })).not.toBe(member);
  });

  it('that cannot serve are used only if no other one can', async () => {
    open(addressOf(processes));
    processes[0]?.health.setStatus('', 'UNKNOWN');
    await waitForHealth('degraded', 'live', 'live');
    const addresses = new Set(
      Array.from({ length: 50 }, (_, key) => pool.choose({ key: String(key), isRead: true })?.address),
    );
    expect([...addresses].sort()).toEqual([processes[1]?.address, processes[2]?.address].sort());
    processes[1]?.stop();
    processes[2]?.stop();
    await waitForHealth('degraded', 'lost', 'lost');
    expect(pool.choose({ key: '1', isRead: false })?.address).toBe(processes[0]?.address);
    processes[0]?.health.setStatus('', 'NOT_SERVING');
    await waitForHealth('stopping', 'lost', 'lost');
    expect(pool.choose({ key: '1', isRead: false })?.address).toBe(processes[0]?.address);
  });

  it('follow their name, and stay known while it cannot be resolved', async () => {
    // All loopback addresses reach the port.
    const port = Number(processes[0]?.address.split(':')[1]);
    const resolve = jest.fn<Promise<string[]>, []>().mockRejectedValueOnce(new Error('no such name'));
    resolve.mockResolvedValue(['127.0.0.1']);
    open(`pool:repository.test:${port}`, resolve);
    expect(pool.choose({ isRead: true })).toBeUndefined();
    await waitForHealth('live');
    resolve.mockRejectedValue(new Error('no answer'));
    await waitFor(
      async () => resolve.mock.calls.length,
      (count) => count > 2,
    );
    expect(pool.states()).toMatchObject([{ address: `127.0.0.1:${port}`, health: 'live' }]);
  });
});

describe('a call to a pool', () => {
  let keys: Awaited<ReturnType<typeof makeTestKeys>>;
  const callers: Caller[] = [];
  beforeAll(async () => {
    keys = await makeTestKeys('gateway');
  });
  afterEach(() => {
    for (const caller of callers.splice(0)) caller.close();
  });
  const open = (waitTimeoutMs = 10_000) => {
    const caller = createCaller({
      addresses: { things: addressOf(processes) },
      signer: createSigner('gateway', keys.signingKey('gateway')),
      metrics: createMetrics('gateway'),
      waitTimeoutMs,
    });
    callers.push(caller);
    return caller.client(things, 'things');
  };
  const inScope = <T>(work: () => T): T =>
    runInScope({ fields: { request_id: 'r' }, context: serviceContext('r'), until: Date.now() + 60_000 }, work);
  const named = (name: string) => processes.find((each) => each.name === name) as Process;
  /** Number of calls that the processes have received. */
  const countReceived = () => processes.reduce((sum, { received }) => sum + received.length, 0);

  it('goes to the same process for a project, and to all of them for many projects', async () => {
    const client = open();
    const by = async (project_id: number) => (await inScope(() => client.getThing({ project_id }))).by;
    const preferred = await by(7);
    expect([await by(7), (await inScope(() => client.createThing({ project_id: 7 }))).by]).toEqual([
      preferred,
      preferred,
    ]);
    const all = new Set<string>();
    for (let project = 1; project <= 30; project++) all.add(await by(project));
    expect([...all].sort()).toEqual(['first', 'second', 'third']);
  });

  it.each(['getThing', 'createThing'] as const)('goes to another process if its own has stopped: %s', async (name) => {
    const client = open();
    const { by } = await inScope(() => client.getThing({ project_id: 7 }));
    named(by).stop();
    await waitFor(
      () => inScope(() => client[name]({ project_id: 7 })).catch(() => undefined),
      (response) => response !== undefined && response.by !== by,
    );
    await named(by).start();
    await waitFor(
      () => inScope(() => client[name]({ project_id: 7 })),
      (response) => response.by === by,
    );
  });

  it.each([
    ['freezes', (process: Process) => process.freeze()],
    ['loses its database', (process: Process) => process.health.setStatus('', 'UNKNOWN')],
  ])('is repeated elsewhere if it reads and its process %s before it responds', async (_name, impair) => {
    const client = open();
    const { by } = await inScope(() => client.getThing({ project_id: 7 }));
    // All checks have been answered once, so that it is known that the others can take the call.
    await inScope(async () => {
      for (let project = 1; project <= 30; project++) await client.getThing({ project_id: project });
    });
    named(by).beforeResponse = () => {
      impair(named(by));
      return new Promise(() => undefined);
    };
    const response = await inScope(() => client.getThing({ project_id: 7 }));
    expect(response.by).not.toBe(by);
  });

  it('is repeated elsewhere as a stream if its process is lost before the first part', async () => {
    const client = open();
    const { by } = await inScope(() => client.getThing({ project_id: 7 }));
    named(by).beforeResponse = () => {
      named(by).stop();
      return new Promise(() => undefined);
    };
    const parts: Thing[] = [];
    await inScope(async () => {
      for await (const part of client.listThings({ project_id: 7 })) parts.push(part);
    });
    expect(parts).toEqual([{ project_id: 7, by: expect.not.stringMatching(by) as string }]);
  });

  it('is not repeated if it writes and may have been carried out', async () => {
    const client = open();
    const { by } = await inScope(() => client.getThing({ project_id: 7 }));
    const before = countReceived();
    named(by).beforeResponse = () => named(by).stop();
    await expect(inScope(() => client.createThing({ project_id: 7 }))).rejects.toMatchObject({ reason: 'unavailable' });
    expect(countReceived()).toBe(before + 1);
  });

  it('waits while no process is available, and is refused after that', async () => {
    const client = open(300);
    await inScope(() => client.getThing({ project_id: 7 }));
    processes.forEach((each) => each.stop());
    await waitFor(
      () =>
        inScope(() => client.createThing({ project_id: 7 })).then(
          () => undefined,
          (error: unknown) => error,
        ),
      (error) => (error as { retryAfter?: number } | undefined)?.retryAfter === 1,
    );
    await processes[1]?.start();
    await waitFor(
      () => inScope(() => client.createThing({ project_id: 7 })).catch(() => undefined),
      (response) => response?.by === 'second',
    );
  });
});

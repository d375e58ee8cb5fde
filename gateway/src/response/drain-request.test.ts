import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { HttpExchange } from '../server/exchange';
import { startFixtureMesh, type FixtureMesh } from '../testing/fixture-mesh';
import { drainRequest } from './drain-request';

let mesh: FixtureMesh;
beforeAll(async () => void (mesh = await startFixtureMesh()));
afterAll(() => mesh.close());

/**
 * Writes a whole request before it reads anything; returns the response, or the error of the
 * socket.
 */
function sendBeforeReading(port: number, head: string[], body: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.once('error', (error) => resolve(error.message));
    socket.once('end', () => resolve(received));
    socket.write([...head, 'Host: forge.example', '', ''].join('\r\n'));
    socket.write(body, () => {
      socket.on('data', (data) => (received += data.toString())).resume();
    });
  });
}

describe('a client that sends its whole body before it reads gets the response', () => {
  // More than the buffers of a connection hold.
  const size = 6_000_000;
  const things = 'POST /api/v4/projects/7/things HTTP/1.1';
  const token = 'PRIVATE-TOKEN: developer-token';
  const json = 'Content-Type: application/json';
  const length = `Content-Length: ${size}`;
  const upload = 'POST /api/v4/projects/7/upload HTTP/1.1';
  const multipart = 'Content-Type: multipart/form-data; boundary=x';
  const push = 'POST /a/b.git/git-receive-pack HTTP/1.1';

  const cases: [name: string, status: number, head: string[]][] = [
    ['without a token', 401, [things, json, length]],
    ['with a body that is too large', 413, [things, token, json, length]],
    ['with a body of unknown size that is too large', 413, [things, token, json, 'Transfer-Encoding: chunked']],
    ['with files that are too large', 413, [upload, token, multipart, 'Transfer-Encoding: chunked']],
    ['with a type that is not supported', 415, [things, token, 'Content-Type: text/csv', length]],
    ['with a push without credentials', 401, [push, 'Content-Type: application/x-git-receive-pack-request', length]],
  ];

  // Together, because the gateway reads the rest of a body slowly.
  let responses: Map<string, Promise<string>>;
  beforeAll(() => {
    responses = new Map(cases.map(([name, , head]) => [name, send(head)]));
  });

  function send(head: string[]): Promise<string> {
    const content = Buffer.alloc(size, 'a');
    const isChunked = head.includes('Transfer-Encoding: chunked');
    const body = isChunked ? Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), content]) : content;
    const end = isChunked ? Buffer.from('\r\n0\r\n\r\n') : Buffer.alloc(0);
    return sendBeforeReading(mesh.port, head, Buffer.concat([body, end]));
  }

  it.each(cases)('%s', async (name, status) => {
    const received = await responses.get(name);
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(received).toContain('Connection: close');
  });

  it('only within the timeout for a body', async () => {
    const { port } = await mesh.another({ FORGE_ANONYMOUS_BODY_TIMEOUT_SECONDS: 0.3 });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const timer = setInterval(() => socket.writable && socket.write('a'), 20);
    socket.write([things, json, length, 'Host: forge.example', '', ''].join('\r\n'));
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(timer);
    expect(socket.bytesWritten).toBeLessThan(size);
  });
});

describe('many bodies without an end', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] }));
  afterEach(() => jest.useRealTimers());

  /** Drains bodies for a second after their fast beginning; returns how often they were read. */
  async function readsOf(count: number): Promise<number> {
    let reads = 0;
    const chunk = Buffer.alloc(64 * 1024);
    const bodies = Array.from({ length: count }, () => {
      const read = function (this: Readable): void {
        reads++;
        this.push(chunk);
      };
      return new Readable({ read, highWaterMark: chunk.length });
    });
    const startedAt = performance.now();
    const drains = bodies.map((request) =>
      drainRequest({ request, pace: { seconds: 60 }, startedAt } as unknown as HttpExchange),
    );
    await jest.advanceTimersByTimeAsync(1_000);
    const before = reads;
    await jest.advanceTimersByTimeAsync(1_000);
    const slow = reads - before;
    for (const body of bodies) body.destroy();
    await jest.advanceTimersByTimeAsync(1_000);
    await Promise.all(drains);
    return slow;
  }

  it('are read no more often together than a few of them', async () => {
    const few = await readsOf(8);
    expect(few).toBeGreaterThan(100);
    expect(await readsOf(200)).toBeLessThan(1.5 * few);
    // Connections that have ended do not count.
    expect(await readsOf(8)).toBe(few);
  });
});

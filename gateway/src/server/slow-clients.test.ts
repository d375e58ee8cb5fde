/** Clients that keep connections open and send little or nothing. */
import { connect, type Socket } from 'node:net';
import { startFixtureMesh, type FixtureMesh } from '../testing/fixture-mesh';

/**
 * Connects, sends a text, then a byte repeatedly; returns the received data when the connection
 * ends.
 */
function trickle(port: number, text: string, byte = 'a'): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    let timer: NodeJS.Timeout | undefined;
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      timer = setInterval(() => socket.writable && socket.write(byte), 20);
    });
    socket.on('data', (data) => (received += data.toString()));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearInterval(timer);
      resolve(received);
    });
  });
}

const headers = (...lines: string[]): string => [...lines, 'Host: forge.example', '', ''].join('\r\n');
const form = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 50000'];

describe('slow clients', () => {
  let mesh: FixtureMesh;
  beforeAll(async () => {
    mesh = await startFixtureMesh();
  });
  afterAll(() => mesh.close());

  it('have to send a body in time if they have not signed in', async () => {
    const { port } = await mesh.another({ FORGE_ANONYMOUS_BODY_TIMEOUT_SECONDS: 0.3, FORGE_BODY_TIMEOUT_SECONDS: 60 });
    const received = await trickle(port, headers('POST /api/v4/echo HTTP/1.1', ...form));
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toContain('the body of the request did not arrive in time');
  });

  it('are disconnected in time if their request is refused before its body', async () => {
    const { port } = await mesh.another({ FORGE_ANONYMOUS_BODY_TIMEOUT_SECONDS: 0.3, FORGE_BODY_TIMEOUT_SECONDS: 60 });
    const received = await trickle(port, headers('POST /api/v4/projects/7/things HTTP/1.1', ...form));
    expect(received).toMatch(/^HTTP\/1\.1 401 /);
    expect(received).toContain('Connection: close');
  });

  it('have to send a body in time if they have signed in', async () => {
    const { port } = await mesh.another({ FORGE_ANONYMOUS_BODY_TIMEOUT_SECONDS: 60, FORGE_BODY_TIMEOUT_SECONDS: 0.3 });
    const signedIn = headers('POST /api/v4/projects/7/things HTTP/1.1', 'PRIVATE-TOKEN: root-token', ...form);
    const received = await trickle(port, signedIn);
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toContain('the body of the request did not arrive in time');
  });

  it('are disconnected if no handler reads their body', async () => {
    const { port } = await mesh.another({ FORGE_ANONYMOUS_BODY_TIMEOUT_SECONDS: 0.3 });
    const received = await trickle(port, headers('GET /-/liveness HTTP/1.1', 'Content-Length: 100000'));
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('are refused above the connection limit per address', async () => {
    // With known proxies, this machine is one client.
    const { port } = await mesh.another({
      FORGE_MAX_CONNECTIONS_PER_ADDRESS: 2,
      FORGE_TRUSTED_PROXIES: ['192.0.2.0/24'],
    });
    const open = async (): Promise<{ socket: Socket; isServed: boolean }> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(headers('GET /-/liveness HTTP/1.1')));
        socket.on('error', () => undefined);
        socket.once('data', () => resolve({ socket, isServed: true }));
        socket.once('close', () => resolve({ socket, isServed: false }));
      });
    const first = await open();
    const second = await open();
    const third = await open();
    expect([first, second, third].map(({ isServed }) => isServed)).toEqual([true, true, false]);
    const closed = new Promise((resolve) => first.socket.once('close', resolve));
    first.socket.destroy();
    await closed;
    let fourth = await open();
    // The server may not have noticed the end of the first connection yet.
    while (!fourth.isServed) fourth = await open();
    for (const { socket } of [second, fourth]) socket.destroy();
  });

  it('are refused above the connection limit', async () => {
    const { port } = await mesh.another({ FORGE_MAX_CONNECTIONS: 1 });
    const first = connect(port, '127.0.0.1');
    await new Promise((resolve) => first.once('connect', resolve));
    await new Promise((resolve) =>
      connect(port, '127.0.0.1')
        .once('close', resolve)
        .on('error', () => undefined),
    );
    first.destroy();
  });
});

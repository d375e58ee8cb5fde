import { connect } from 'node:net';
import { startFixtureMesh, type FixtureMesh } from '../testing/fixture-mesh';

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

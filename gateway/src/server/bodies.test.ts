/** What is read of a body, and from whom. */
import { connect, type Socket } from 'node:net';
import { sendTo, startFixtureMesh, until, type FixtureMesh, type TestResponse } from '../testing/fixture-mesh';

const token = 'developer-token';
const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
const things = '/projects/7/things';
const describePath = `${things}/describe`;

let mesh: FixtureMesh;
beforeAll(async () => void (mesh = await startFixtureMesh()));
beforeEach(() => mesh.peer.on('Echo', ({ request }) => ({ body: request })));
afterAll(() => mesh.close());

/** A connection that has sent only the head of a request. */
class Started {
  received = '';
  private readonly socket: Socket;

  constructor(port: number, path: string, ...lines: string[]) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('error', () => undefined).on('data', (data) => (this.received += data.toString()));
    this.socket.write([`POST /api/v4${path} HTTP/1.1`, 'Host: forge.example', ...lines, '', ''].join('\r\n'));
  }

  /** Waits for the next status and returns it. */
  async status(): Promise<number> {
    const line = /^HTTP\/1\.1 (\d{3})[^]*?\r\n\r\n/;
    await until(() => line.test(this.received));
    const [head = '', status] = line.exec(this.received) ?? [];
    this.received = this.received.slice(head.length);
    return Number(status);
  }

  write(text: string): void {
    this.socket.write(text);
  }

  close(): void {
    this.socket.destroy();
  }
}

const json = 'Content-Type: application/json';
const large = `Content-Length: ${10 * megabyte}`;
const tokenOf = (name: string): string => `PRIVATE-TOKEN: ${name}-token`;

describe('before a byte of the body', () => {
  it.each([
    ['401 without a token', things, [json, 'Content-Length: 10'], 401],
    ['401 with a wrong token', things, [json, large, tokenOf('wrong')], 401],
    ['401 for a form that may hold a token elsewhere', things, ['Content-Length: 10'], 401],
    ['413 for more than the limit', things, [json, large, tokenOf('developer')], 413],
    ['413 for more than callers without a token may send', '/echo', [json, 'Content-Length: 65537'], 413],
    ['413 for more than may hold a token', `${things}/run`, [json, 'Content-Length: 65537'], 413],
    ['404 of the project', '/projects/999/things/describe', [json, large, tokenOf('developer')], 404],
    ['403 of the role', describePath, [json, large, tokenOf('guest')], 403],
    ['403 of the role without a size', describePath, [json, 'Transfer-Encoding: chunked', tokenOf('guest')], 403],
    ['400 of the path', '/projects/%00/things/describe', [json, large, tokenOf('developer')], 400],
    ['400 of the query', `${things}?x=%zz`, [json, large, tokenOf('developer')], 400],
    [
      '404 of the project of an upload',
      '/projects/999/upload',
      ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 2000000', tokenOf('developer')],
      404,
    ],
  ])('returns %s', async (_name, path, lines, status) => {
    const started = new Started(mesh.port, path, ...lines);
    expect(await started.status()).toBe(status);
    started.close();
  });

  it('refuses small bodies in the usual order', async () => {
    const send = (path: string, body: object, name: string): Promise<TestResponse> =>
      mesh.send({ method: 'POST', path, body, token: `${name}-token` });
    expect((await send(describePath, {}, 'guest')).status).toBe(400);
    expect((await send(describePath, { text: 'a' }, 'guest')).status).toBe(403);
  });
});

describe('Expect: 100-continue', () => {
  const expecting = [json, 'Content-Length: 12', 'Expect: 100-continue'];

  it('is answered when the body is read', async () => {
    const started = new Started(mesh.port, things, ...expecting, tokenOf('developer'));
    expect(await started.status()).toBe(100);
    started.write('{"name":"a"}');
    expect(await started.status()).toBe(201);
    started.close();
  });

  it('is not answered for a refused request', async () => {
    const started = new Started(mesh.port, things, ...expecting);
    expect(await started.status()).toBe(401);
    started.close();
  });
});

describe('large bodies', () => {
  const text = 'ä'.repeat(4 * megabyte);
  const send = (body: object | string): Promise<TestResponse> =>
    mesh.send({ method: 'POST', path: describePath, body, token });

  it.each([
    ['JSON', { text, sections: ['a', 'b'] }],
    ['a form', `text=${text}&sections[]=a&sections[]=b`],
  ])('arrive at the service as %s', async (_name, body) => {
    expect((await send(body)).status).toBe(201);
    expect(mesh.peer.calls.at(-1)?.request).toEqual({ id: '7', text, sections: ['a', 'b'] });
  });

  it('are refused like small ones', async () => {
    expect(await send({ text: `${text}\u0000` })).toMatchObject({ status: 400, json: { error: 'text is invalid' } });
    expect(await send({ text: ['a', text] })).toMatchObject({ status: 400, json: { error: 'text is invalid' } });
    const sections = new Array<string>(100_000).fill('section of a text');
    expect(await send({ text: 'a', sections })).toMatchObject({ status: 400, json: { error: 'too many parameters' } });
    expect((await send({ text: 'ä'.repeat(11 * megabyte) })).status).toBe(413);
  });

  it('report a limited number of problems', async () => {
    const response = await send({ text: 'a', sections: { a: text } });
    expect(response).toMatchObject({ status: 400, json: { error: 'sections is invalid' } });
    const actions = new Array<string>(50_000).fill('x');
    const many = await mesh.send({ method: 'POST', path: '/echo', body: { actions }, token });
    expect((many.json as { error: string }).error.split(', ')).toHaveLength(100);
  });
});

describe('multipart texts', () => {
  const form = (fields: string[]): Buffer =>
    Buffer.from(
      `${fields.map((value) => `--b\r\nContent-Disposition: form-data; name="sections[]"\r\n\r\n${value}\r\n`).join('')}--b--\r\n`,
    );
  const send = (fields: string[], headers: Record<string, string> = {}): Promise<TestResponse> =>
    mesh.send({
      method: 'POST',
      path: `${describePath}?text=a`,
      body: form(fields),
      token,
      headers: { 'Content-Type': 'multipart/form-data; boundary=b', ...headers },
    });
  const field = 'x'.repeat(megabyte);

  it('have at most a megabyte each and ten together', async () => {
    expect((await send([field])).status).toBe(201);
    expect((mesh.peer.calls.at(-1)?.request['sections'] as string[])[0]).toHaveLength(megabyte);
    expect((await send([`${field}x`])).status).toBe(413);
    expect((await send(new Array<string>(10).fill(field))).status).toBe(201);
    expect((await send([...new Array<string>(10).fill(field), 'x'])).status).toBe(413);
  });

  it('are limited in number', async () => {
    const response = await send(new Array<string>(100_001).fill(''));
    expect(response).toMatchObject({ status: 400, json: { error: 'too many parameters' } });
  });

  it('need a token above 64 KiB', async () => {
    const request = { method: 'POST', path: '/echo', headers: { 'Content-Type': 'multipart/form-data; boundary=b' } };
    expect((await mesh.send({ ...request, body: form(['x'.repeat(60 * kilobyte)]) })).status).toBe(200);
    expect((await mesh.send({ ...request, body: form(['x'.repeat(64 * kilobyte)]) })).status).toBe(413);
  });
});

describe('the memory for bodies', () => {
  const refused = { status: 503, json: { message: expect.stringContaining('Too many large requests') as string } };

  it('is limited in all, and free again when a request ends', async () => {
    const { port, pending } = await mesh.another({
      FORGE_BODY_MEMORY_BYTES: 3 * megabyte,
      FORGE_ANONYMOUS_BODY_MEMORY_BYTES: 0,
    });
    await until(() => pending().length === 0);
    const holders = ['root', 'guest', 'stranger'].map(
      (name) => new Started(port, '/echo', json, 'Content-Length: 1000000', 'Expect: 100-continue', tokenOf(name)),
    );
    // Each has its memory: a request in between could leave none for the last one.
    expect(await Promise.all(holders.map((holder) => holder.status()))).toEqual([100, 100, 100]);
    const send = (): Promise<TestResponse> =>
      sendTo(port, { method: 'POST', path: '/echo', token, body: { unknown: 'x'.repeat(500_000) } });
    const response = await send();
    expect(response).toMatchObject(refused);
    expect(response.headers['retry-after']).toBe('2');
    expect((await sendTo(port, { path: '/projects/7/things/a', token })).status).toBe(200);
    holders.forEach((holder) => holder.close());
    await until(async () => (await send()).status === 200);
  });

  it('is shared by callers without a token apart from others', async () => {
    const { port, pending } = await mesh.another({
      FORGE_BODY_MEMORY_BYTES: 3 * megabyte,
      FORGE_ANONYMOUS_BODY_MEMORY_BYTES: 100 * kilobyte,
    });
    await until(() => pending().length === 0);
    const holder = new Started(port, '/echo', json, `Content-Length: ${60 * kilobyte}`);
    const body = { text: 'x' };
    await until(async () => (await sendTo(port, { method: 'POST', path: '/echo', body })).status === 503);
    expect(await sendTo(port, { method: 'POST', path: '/echo', body })).toMatchObject(refused);
    expect((await sendTo(port, { method: 'POST', path: '/echo', body, token })).status).toBe(200);
    holder.close();
  });
});

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { keepReadBuffer, takeReadBuffer } from './read-buffers';
import { openRelay, type RelayConnection, type RelayRequest } from './relay-connection';

let server: Server;
let relay: RelayConnection;

afterEach(async () => {
  relay.destroy();
  server.close();
  await once(server, 'close');
});

async function open(): Promise<RelayConnection> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  relay = await openRelay({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  return relay;
}

/** Connects to an HTTP server. */
function toHttp(serve: (request: IncomingMessage, response: ServerResponse) => void): Promise<RelayConnection> {
  server = createHttpServer(serve);
  return open();
}

/** Connects to a server that sends these bytes, in as many pieces as there are. */
function toBytes(...pieces: (string | Buffer)[]): Promise<RelayConnection> {
  server = createServer((socket: Socket) => {
    socket.once('data', () => void sendAll(socket, pieces));
    socket.on('error', () => undefined);
  });
  return open();
}

async function sendAll(socket: Socket, pieces: readonly (string | Buffer)[]): Promise<void> {
  for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
  socket.end();
}

const get: RelayRequest = { method: 'GET', path: '/a?b=c', host: 'storage', headers: { 'X-One': 'two' } };
const post: RelayRequest = { ...get, method: 'POST' };

/** The whole content of the reply, read as fast as possible. */
async function contentOf(connection: RelayConnection): Promise<Buffer> {
  const reply = await connection.reply;
  const chunks: Buffer[] = [];
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  await reply.pipeTo(target);
  return Buffer.concat(chunks);
}

describe('a relayed request', () => {
  it('has its head, and a body in chunks or with its length', async () => {
    const seen: unknown[] = [];
    const body = randomBytes(300_000);
    for (const headers of [{ 'X-One': 'two' }, { 'X-One': 'two', 'Content-Length': String(body.length) }]) {
      const connection = await toHttp((request, response) => {
        const { method, url, headers: received } = request;
        seen.push([method, url, received.host, received['x-one'], received.connection]);
        request.pipe(response);
      });
      const stream = connection.send({ ...post, headers });
      const echoed = contentOf(connection);
      for (let at = 0; at < body.length; at += 70_000) stream?.write(body.subarray(at, at + 70_000));
      stream?.end();
      expect((await echoed).equals(body)).toBe(true);
      if (seen.length === 1) server.close();
    }
    expect(seen).toEqual(Array(2).fill(['POST', '/a?b=c', 'storage', 'two', 'close']));
  });

  it('waits for 100 Continue', async () => {
    let accept = (): void => undefined;
    const connection = await toHttp(() => undefined);
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      accept = () => response.writeContinue();
      request.pipe(response);
    });
    const stream = connection.send({ ...post, headers: { Expect: '100-continue' } });
    let isContinued = false;
    const continued = connection.continued.then(() => (isContinued = true));
    await once(server, 'checkContinue');
    expect(isContinued).toBe(false);
    accept();
    await continued;
    stream?.end('body');
    expect(String(await contentOf(connection))).toBe('body');
  });

  it('gets a response that is sent before its body is read', async () => {
    const connection = await toHttp((_request, response) => {
      response.writeHead(413, { 'Content-Length': 9 }).end('too large');
    });
    const body = connection.send({ ...post, headers: { Connection: 'keep-alive' } });
    const sending = setInterval(() => body?.write(Buffer.alloc(100_000)));
    body?.once('close', () => clearInterval(sending));
    const { status, headers } = await connection.reply;
    expect([status, headers['content-length']]).toEqual([413, '9']);
    expect(String(await contentOf(connection))).toBe('too large');
  });

  it('refuses a head that would contain other headers', async () => {
    const connection = await toHttp(() => undefined);
    expect(() => connection.send({ ...get, headers: { 'X-One': 'a\r\nX-Two: b' } })).toThrow(/character|token/);
    expect(() => connection.send({ ...get, path: '/a HTTP/1.1\r\nX-Two: b' })).toThrow(/character|token/);
    expect(() => connection.send({ ...get, headers: { 'X One': 'a' } })).toThrow(/character|token/);
  });
});

describe('a relayed reply', () => {
  it('is complete and unchanged, whatever its framing', async () => {
    const content = randomBytes(3_000_000);
    const framings = [
      (response: ServerResponse) => response.writeHead(200, { 'Content-Length': content.length }).end(content),
      (response: ServerResponse) => {
        response.writeHead(200, { 'X-Three': ['a', 'b'] });
        for (let at = 0; at < content.length; at += 99_999) response.write(content.subarray(at, at + 99_999));
        response.end();
      },
      (response: ServerResponse) => {
        response.removeHeader('Transfer-Encoding');
        response.useChunkedEncodingByDefault = false;
        response.end(content);
      },
    ];
    for (const [index, respond] of framings.entries()) {
      const connection = await toHttp((_request, response) => void respond(response));
      connection.send(get);
      const { status, headers } = await connection.reply;
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('transfer-encoding');
      if (index === 1) expect(headers['x-three']).toBe('a, b');
      expect((await contentOf(connection)).equals(content)).toBe(true);
      if (index < framings.length - 1) server.close();
    }
  });

  it('may arrive in any pieces', async () => {
    const text =
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n1\r\n!\r\n0\r\n\r\n';
    const connection = await toBytes(...text);
    connection.send(get);
    expect(String(await contentOf(connection))).toBe('hello!');
  });

  it('tells how much of it was passed on', async () => {
    const connection = await toHttp((_request, response) => {
      response.write(Buffer.alloc(1000), () => response.end(Buffer.alloc(1000)));
    });
    connection.send(get);
    const reply = await connection.reply;
    let isForwarded = false;
    const forwarded = connection.forwarded(2000).then(() => (isForwarded = true));
    const target = new PassThrough();
    const piped = reply.pipeTo(target);
    await connection.forwarded(1000);
    await Promise.all([piped, forwarded]);
    expect([isForwarded, target.readableLength]).toEqual([true, 2000]);
  });

  it('does not tell it of a reply that has failed', async () => {
    const connection = await toBytes('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello');
    connection.send(get);
    const forwarded = connection.forwarded(9);
    const failed = expect(forwarded).rejects.toThrow();
    await expect(contentOf(connection)).rejects.toThrow();
    await failed;
  });

  it('waits for a slow reader, in one buffer', async () => {
    const content = randomBytes(4_000_000);
    let sent = 0;
    const connection = await toHttp((_request, response) => {
      const next = (): void => {
        if (sent === content.length) return void response.end();
        response.write(content.subarray(sent, (sent += 100_000)), next);
      };
      next();
    });
    connection.send(get);
    const reply = await connection.reply;
    const received: Buffer[] = [];
    let release: (() => void) | undefined;
    const target = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        // The copy is made late: the bytes must still be the same.
        release = () => {
          received.push(Buffer.from(chunk));
          release = undefined;
          done();
        };
      },
    });
    const piped = reply.pipeTo(target);
    while (Buffer.concat(received).length < content.length) {
      await new Promise((resolve) => setImmediate(resolve));
      release?.();
    }
    await piped;
    expect(Buffer.concat(received).equals(content)).toBe(true);
  });

  it.each([
    ['in a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel'],
    ['before the last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'],
    ['before its length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello'],
    ['with an invalid chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n'],
  ])('that ends %s is an error', async (_name, text) => {
    const connection = await toBytes(text);
    connection.send(get);
    await expect(contentOf(connection)).rejects.toThrow();
  });

  it.each([
    ['the connection ends', ''],
    ['the head is not HTTP', 'no HTTP\r\n\r\n'],
    ['the length is invalid', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['the head does not end', `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(100_000)}`],
  ])('does not arrive if %s', async (_name, text) => {
    const connection = await toBytes(text);
    connection.send(post);
    await expect(connection.continued).rejects.toThrow();
    await expect(connection.reply).rejects.toThrow();
  });

  it('is read into a buffer that later connections use, but only once nothing uses it', async () => {
    const buffer = takeReadBuffer();
    keepReadBuffer(buffer);
    const complete = await toBytes('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello');
    const closed = once(complete.socket, 'close');
    const other = takeReadBuffer();
    expect(other).not.toBe(buffer);
    complete.send(get);
    await contentOf(complete);
    await closed;
    server.close();
    expect(takeReadBuffer()).toBe(buffer);
    keepReadBuffer(buffer);
    const abandoned = await toBytes('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello');
    abandoned.send(get);
    const reply = await abandoned.reply;
    const target = new Writable({ write: () => target.destroy() });
    await expect(reply.pipeTo(target)).rejects.toThrow();
    expect(takeReadBuffer()).not.toBe(buffer);
  });

  it('ends the connection when its reader closes', async () => {
    const connection = await toHttp((_request, response) => void response.write('beginning'));
    connection.send(get);
    const reply = await connection.reply;
    const target = new PassThrough();
    const piped = reply.pipeTo(target);
    target.once('data', () => target.destroy());
    await expect(piped).rejects.toThrow('closed');
    expect(connection.socket.destroyed).toBe(true);
  });
});

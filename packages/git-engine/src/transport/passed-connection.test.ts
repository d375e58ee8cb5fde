/** Large content that the worker writes to the connection of a client, which its service holds. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type GitClient, type GitStream, startGitWorker } from '../client';
import { compileWorker } from '../testing/compile-worker';
import { ScratchRepository } from '../testing/scratch-repository';
import { gitHeaders, Reply } from './streams/reply';
import { flushPacket, packet } from './protocol/pkt-line';
import { type FromTransport, GRANT_HEADER, SECRET_HEADER, type ToTransport } from './serve-transport';
import { NdjsonChannel } from './streams/ndjson-channel';
import { CONNECTION_HEADER } from './transport.types';

const MIB = 1024 * 1024;
const SECRET = 'secret';
const NAME = 'client 7';
const limits = {
  maxFetches: 4,
  maxPushes: 4,
  maxTransfers: 40,
  spoolBytes: 100 * MIB,
  bytesPerSecond: 1024,
  pushBytesPerSecond: 1024,
  idleSeconds: 60,
  maxSilentCpuSeconds: 300,
};

let folder: string;
let scratch: ScratchRepository;
let worker: GitClient;
let transport: GitStream<void>;
let port: number;
/** The client's end of a connection, and that of the service. */
let connection: { client: Socket; service: Socket };
/** Called when the worker requests the connection. */
let onRequest: (sentBytes: number) => Socket | undefined;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'forgemesh-passed-'));
  scratch = new ScratchRepository();
  scratch.write('large', randomBytes(8 * MIB));
  scratch.git('add', '.');
  scratch.git('commit', '-qm', 'large');
  scratch.git('repack', '-adq');
  worker = startGitWorker({ entry: compileWorker() });
  const input = { scratch_folder: path.join(folder, 's'), secret: SECRET, limits, keeps_packs: false };
  transport = worker.serveTransport(input);
  transport.result.catch(() => undefined);
  const { stream } = transport;
  const channel = new NdjsonChannel<FromTransport, ToTransport>({
    write: (bytes: Uint8Array) => new Promise<void>((resolve) => stream.write(bytes, () => resolve())),
    [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() as AsyncGenerator<Buffer>,
  });
  await new Promise<void>((resolve) => {
    const listen = async () => {
      for await (const message of channel) {
        if (message.kind === 'listening') {
          port = message.port;
          resolve();
        }
        if (message.kind === 'connection') worker.passConnection(message.name, onRequest(message.sent_bytes));
      }
    };
    listen().catch(() => undefined);
  });
});

afterAll(async () => {
  transport.stream.destroy();
  await worker.close();
  scratch.remove();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [service] = (await once(server, 'connection')) as [Socket];
  server.close();
  connection = { client, service };
  service.on('error', () => undefined);
  client.on('error', () => undefined);
  onRequest = () => connection.service;
});

afterEach(() => {
  connection.client.destroy();
  connection.service.destroy();
});

/** Fetches everything over HTTP. */
async function fetchAll(headers: Record<string, string>): Promise<IncomingMessage> {
  const grant = { repo: scratch.repo, caller: { key: 'user 7', isAnonymous: false }, actor: {} };
  const request = httpRequest({
    port,
    method: 'POST',
    path: '/7/git-upload-pack',
    headers: {
      'content-type': 'application/x-git-upload-pack-request',
      'git-protocol': 'version=2',
      [SECRET_HEADER]: SECRET,
      [GRANT_HEADER]: Buffer.from(JSON.stringify(grant)).toString('base64'),
      ...headers,
    },
  });
  const lines = ['no-progress', `want ${scratch.git('rev-parse', 'HEAD')}\n`, 'done\n'].map((line) => packet(line));
  request.end(Buffer.concat([packet('command=fetch'), Buffer.from('0001'), ...lines, flushPacket]));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return response;
}

/** The pack in a response. */
function packOf(content: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < content.length;) {
    const size = parseInt(content.toString('latin1', at, at + 4), 16);
    if (content[at + 4] === 1) parts.push(content.subarray(at + 5, at + size));
    at += Math.max(4, size);
  }
  return Buffer.concat(parts);
}

/** The content of chunks of HTTP. */
function withoutFraming(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n', at);
    const size = parseInt(bytes.toString('latin1', at, end), 16);
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

describe('large content', () => {
  it('is written to the connection of the client, which stays open', async () => {
    let sent = 0;
    onRequest = (sentBytes) => {
      sent = sentBytes;
      return connection.service;
    };
    const direct = buffer(connection.client);
    const first = await buffer(await fetchAll({ [CONNECTION_HEADER]: NAME }));
    connection.service.end('3\r\nend\r\n');
    const rest = withoutFraming(await direct);
    expect(first.length).toBe(sent);
    expect(rest.subarray(-3).toString()).toBe('end');
    const whole = await buffer(await fetchAll({}));
    expect(packOf(Buffer.concat([first, rest.subarray(0, -3)])).equals(packOf(whole))).toBe(true);
  });

  it('is part of the response if the connection cannot be passed', async () => {
    onRequest = () => undefined;
    const content = await buffer(await fetchAll({ [CONNECTION_HEADER]: NAME }));
    expect(packOf(content).length).toBeGreaterThan(8 * MIB);
  });

  it('ends with the connection; the response is not complete then', async () => {
    onRequest = () => {
      connection.client.resetAndDestroy();
      return connection.service;
    };
    await expect(buffer(await fetchAll({ [CONNECTION_HEADER]: NAME }))).rejects.toThrow('aborted');
  });

  it('ends with the response', async () => {
    const closed = once(connection.client, 'close');
    const response = await fetchAll({ [CONNECTION_HEADER]: NAME });
    connection.client.once('data', () => {
      response.destroy();
      connection.service.destroy();
    });
    await closed;
    expect(connection.client.destroyed).toBe(true);
  });
});

it('a client that is too slow before its connection is passed is disconnected', async () => {
  const onSlow = jest.fn();
  const server = createHttpServer((_request, response) => {
    const reply = new Reply({
      response,
      contentType: 'text/plain',
      isSession: false,
      pace: { seconds: 60, bytesPerSecond: 1, idleSeconds: 0.2 },
      onSlow,
      // As while the service has not written all content to the client.
      requestConnection: async () => {
        await once(response, 'close');
        return undefined;
      },
    });
    void reply.write(Buffer.alloc(MIB));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const request = httpRequest({ port: (server.address() as AddressInfo).port, agent: false }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await expect(buffer(response)).rejects.toThrow('aborted');
  expect(onSlow).toHaveBeenCalledTimes(1);
  server.close();
});

it('a response of known length does not leave its connection', async () => {
  const requestConnection = jest.fn();
  const server = createHttpServer((_request, response) => {
    const pace = { seconds: 60, bytesPerSecond: 1 };
    const reply = new Reply({
      response,
      contentType: 'text/plain',
      isSession: false,
      pace,
      onSlow: () => undefined,
      requestConnection,
    });
    void reply.send(Buffer.alloc(MIB));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const request = httpRequest({ port: (server.address() as AddressInfo).port, agent: false }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.headers['content-type']).toBe(gitHeaders('text/plain')['Content-Type']);
  expect(await buffer(response)).toHaveLength(MIB);
  expect(requestConnection).not.toHaveBeenCalled();
  server.close();
});

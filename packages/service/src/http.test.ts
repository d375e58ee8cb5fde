import { request as httpRequest, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Counter, Registry } from 'prom-client';
import {
  drainHttpServer,
  EarlyRequests,
  portOf,
  startHttpServer,
  startMetricsServer,
  type HttpEndpoints,
} from './http';
import { waitFor } from '@forgemesh/testing';

const start = (mount: NonNullable<HttpEndpoints['mount']>) =>
  startHttpServer('127.0.0.1', 0, { readiness: () => ({ ready: true }), mount });

function get(port: number, path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', reject);
    });
    request.once('error', reject).end();
  });
}

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(false)).once('connect', () => socket.destroy());
    socket.once('error', () => resolve(true));
  });
}

/** Starts to drain a server and waits until it accepts no more connections. */
async function beginDraining(server: Server): Promise<{ drained: Promise<unknown>; isDrained: () => boolean }> {
  const port = portOf(server);
  let isDrained = false;
  const drained = drainHttpServer(server, 60_000).then(() => (isDrained = true));
  await waitFor(
    () => isRefused(port),
    (refused) => refused,
  );
  return { drained, isDrained: () => isDrained };
}

describe('the metrics server', () => {
  const on = { FORGE_METRICS_HOST: '127.0.0.1', FORGE_METRICS_PORT: 0 };

  it('serves metrics and details, which the public server does not', async () => {
    const registry = new Registry();
    new Counter({ name: 'things_total', help: 'Things', registers: [registry] });
    let isEnabled = true;
    const readiness = () => ({ ready: false, waiting_for: ['a'] });
    const endpoints = { contentType: registry.contentType, metrics: () => registry.metrics() };
    const server = await startMetricsServer(on, { ...endpoints, readiness, isEnabled: () => isEnabled });
    const publicServer = await startHttpServer('127.0.0.1', 0, { readiness });
    if (!server) throw new Error('there is no server');
    try {
      expect(await get(portOf(server), '/-/metrics')).toMatchObject({
        status: 200,
        text: expect.stringContaining('things_total 0'),
      });
      const details = { status: 503, text: '{"ready":false,"waiting_for":["a"]}' };
      expect(await get(portOf(server), '/-/readiness')).toEqual(details);
      expect(await get(portOf(publicServer), '/-/readiness')).toEqual({ status: 503, text: '{"ready":false}' });
      expect((await get(portOf(publicServer), '/-/metrics')).status).toBe(404);
      expect((await get(portOf(publicServer), '/-/health')).status).toBe(200);
      isEnabled = false;
      expect((await get(portOf(server), '/-/metrics')).status).toBe(404);
    } finally {
      server.close();
      publicServer.close();
    }
  });

  it('is not started without a port', async () => {
    const endpoints = {
      contentType: 'text/plain',
      metrics: () => Promise.resolve(''),
      readiness: () => ({ ready: true }),
      isEnabled: () => true,
    };
    expect(await startMetricsServer({ FORGE_METRICS_HOST: '127.0.0.1' }, endpoints)).toBeUndefined();
  });
});

describe('requests that arrive before the service is ready', () => {
  it('are handled when it is, with 404 for unknown paths', async () => {
    const early = new EarlyRequests(60_000);
    const server = await start((request, response) => early.handle(request, response));
    let handled = 0;
    server.on('request', () => handled++);
    const responses = [get(portOf(server), '/git/7'), get(portOf(server), '/unknown')];
    await waitFor(
      async () => handled,
      (count) => count === 2,
    );
    early.open((request, response) => {
      if (!request.url?.startsWith('/git/')) return false;
      response.end('here');
      return true;
    });
    expect(await Promise.all(responses)).toMatchObject([{ status: 200, text: 'here' }, { status: 404 }]);
    expect(await get(portOf(server), '/git/8')).toEqual({ status: 200, text: 'here' });
    server.close();
  });

  it('are refused if it takes too long', async () => {
    const early = new EarlyRequests(20);
    const server = await start((request, response) => early.handle(request, response));
    expect(await get(portOf(server), '/git/7')).toMatchObject({ status: 503 });
    early.open(() => false);
    server.close();
  });
});

describe('a draining server', () => {
  it('finishes requests in progress and accepts no more', async () => {
    const held: ServerResponse[] = [];
    const server = await start((_request, response) => held.push(response) > 0);
    const pending = get(portOf(server), '/git/7');
    await waitFor(
      async () => held.length,
      (count) => count === 1,
    );
    const { drained, isDrained } = await beginDraining(server);
    expect(isDrained()).toBe(false);
    held[0]?.end('done');
    expect(await pending).toEqual({ status: 200, text: 'done' });
    await drained;
  });

  it('sends a complete response to a slow client', async () => {
    const sent = Buffer.alloc(10_000_000);
    const server = await start((_request, response) => response.end(sent) !== undefined);
    const client = connect(portOf(server), '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    await new Promise((resolve) => client.once('readable', resolve));
    const { drained, isDrained } = await beginDraining(server);
    expect(isDrained()).toBe(false);
    let length = 0;
    client.on('data', (part: Buffer) => (length += part.length));
    await new Promise((resolve) => client.once('close', resolve));
    expect(length).toBeGreaterThan(sent.length);
    await drained;
  });

  it('closes idle connections, now and when they become idle', async () => {
    const held: ServerResponse[] = [];
    const server = await start(({ url }, response) => {
      if (url === '/held') held.push(response);
      else response.end('done');
      return true;
    });
    const [idle, busy] = [connect(portOf(server), '127.0.0.1'), connect(portOf(server), '127.0.0.1')];
    const ends = [idle, busy].map((client) => new Promise((resolve) => client.once('close', resolve)));
    idle.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    await new Promise((resolve) => idle.once('data', resolve));
    // Two requests that are sent together are answered in sequence.
    busy.write('GET / HTTP/1.1\r\nHost: here\r\n\r\nGET /held HTTP/1.1\r\nHost: here\r\n\r\n');
    let responses = '';
    busy.on('data', (part: Buffer) => (responses += part.toString()));
    await waitFor(
      async () => held.length,
      (count) => count === 1,
    );
    const drained = drainHttpServer(server, 60_000);
    idle.resume();
    await ends[0];
    held[0]?.end('and this');
    await ends[1];
    expect(responses).toMatch(/done[^]*and this/);
    await drained;
  });

  it('aborts requests that take too long', async () => {
    const server = await start(() => true);
    const pending = get(portOf(server), '/git/7').catch(({ code }: NodeJS.ErrnoException) => code);
    await new Promise((resolve) => server.once('request', resolve));
    await drainHttpServer(server, 20);
    expect(await pending).toBe('ECONNRESET');
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog } from '@forgemesh/testing/runtime';
import { checkNatsSync } from './check-nats-sync';
import type { NatsSyncDeps } from './deps';

describe('the check of NATS servers', () => {
  // As NATS 2.15 responds.
  const responses: Record<string, [status: number, body: object]> = {
    '/interval/varz': [200, { jetstream: { config: { sync_interval: 120_000_000_000 } } }],
    '/always/varz': [200, { jetstream: { config: { sync_interval: 120_000_000_000, sync_always: true } } }],
    '/core/varz': [200, {}],
  };
  const server = createServer(({ url = '' }, response) => {
    const [status, body] = responses[url] ?? [404, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  let origin: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    ['interval', 'the NATS server can lose acknowledged events: set jetstream.sync_interval to always'],
    ['interval/', 'the NATS server can lose acknowledged events: set jetstream.sync_interval to always'],
    ['always', undefined],
    ['core', 'the NATS server can lose acknowledged events: set jetstream.sync_interval to always'],
    ['absent', 'the settings of the NATS server could not be read'],
  ])('warns of %s: %s', async (path, warning) => {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (_: object, message: string) => warnings.push(message) };
    const deps = { natsMonitors: [`${origin}/${path}`], log } as unknown as NatsSyncDeps;
    await checkNatsSync.run(deps);
    expect(warnings).toEqual(warning === undefined ? [] : [warning]);
  });
});

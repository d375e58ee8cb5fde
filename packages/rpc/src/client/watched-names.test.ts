import dns from 'node:dns';
import { Client, credentials, Server, ServerCredentials } from '@grpc/grpc-js';
import { channelOptions } from './channel-options';
import { watchedTarget, WATCH_OPTION } from './watched-names';

const same = (bytes: Buffer): Buffer => bytes;
const method = { path: '/test.Echo/Where', requestStream: false, responseStream: false } as const;
const codec = {
  requestSerialize: same,
  requestDeserialize: same,
  responseSerialize: same,
  responseDeserialize: same,
};

const servers: Server[] = [];
const clients: Client[] = [];
let lookup: jest.SpyInstance;

/** Starts a replica that returns its address. */
async function startReplica(address: string, port: number): Promise<number> {
  const server = new Server();
  const where = (_: unknown, callback: (error: null, bytes: Buffer) => void): void =>
    callback(null, Buffer.from(address));
  server.addService({ where: { ...method, ...codec } }, { where });
  servers.push(server);
  return new Promise((resolve, reject) =>
    server.bindAsync(`${address}:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
}

function resolveTo(...addresses: string[]): void {
  lookup.mockResolvedValue(addresses.map((address) => ({ address, family: 4 })));
}

function open(port: number, prefix = ''): Client {
  const client = new Client(watchedTarget(`${prefix}replicas.example:${port}`), credentials.createInsecure(), {
    ...channelOptions,
    [WATCH_OPTION]: 20,
    'grpc.dns_min_time_between_resolutions_ms': 1,
  });
  clients.push(client);
  return client;
}

function call(client: Client): Promise<string> {
  return new Promise((resolve, reject) =>
    client.makeUnaryRequest(method.path, same, same, Buffer.alloc(0), (error, response) =>
      error ? reject(error) : resolve(String(response)),
    ),
  );
}

/** Calls until every address has answered. */
async function callUntilAll(client: Client, addresses: string[]): Promise<void> {
  for (const missing = new Set(addresses); missing.size > 0;) missing.delete(await call(client));
}

beforeEach(() => {
  lookup = jest.spyOn(dns.promises, 'lookup');
});

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  for (const server of servers.splice(0)) server.forceShutdown();
  lookup.mockRestore();
});

describe('a watched name', () => {
  it.each(['', 'dns:///'])('reaches a replica that is added while another one stays connected: %s', async (prefix) => {
    const port = await startReplica('127.0.0.1', 0);
    await startReplica('127.0.0.2', port);
    resolveTo('127.0.0.1');
    const client = open(port, prefix);
    expect(await call(client)).toBe('127.0.0.1');
    resolveTo('127.0.0.1', '127.0.0.2');
    await callUntilAll(client, ['127.0.0.1', '127.0.0.2']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(client)));
    expect(answers.filter((address) => address === '127.0.0.2')).toHaveLength(10);
  });

  it('keeps the known replicas while the name cannot be resolved', async () => {
    const port = await startReplica('127.0.0.1', 0);
    resolveTo('127.0.0.1');
    const client = open(port);
    expect(await call(client)).toBe('127.0.0.1');
    const failed = new Promise<void>((resolve) =>
      lookup.mockImplementation(() => {
        resolve();
        return Promise.reject(new Error('no name service'));
      }),
    );
    await failed;
    expect(await call(client)).toBe('127.0.0.1');
  });

  it('connects again to a replica that restarts at the same address', async () => {
    const port = await startReplica('127.0.0.1', 0);
    resolveTo('127.0.0.1');
    const client = open(port);
    await call(client);
    servers.splice(0).forEach((server) => server.forceShutdown());
    await expect(call(client)).rejects.toThrow();
    await startReplica('127.0.0.1', port);
    await new Promise((resolve) => client.waitForReady(Date.now() + 20_000, resolve));
    expect(await call(client)).toBe('127.0.0.1');
  });

  it('is a host name, not an IP address or a socket', () => {
    expect(watchedTarget('10.0.0.1:50051')).toBe('10.0.0.1:50051');
    expect(watchedTarget('[::1]:50051')).toBe('[::1]:50051');
    expect(watchedTarget('dns:///10.0.0.1:50051')).toBe('dns:///10.0.0.1:50051');
    expect(watchedTarget('unix:/run/projects')).toBe('unix:/run/projects');
    expect(watchedTarget('projects-grpc:50051')).toBe('watched:projects-grpc:50051');
    expect(watchedTarget('dns:///projects-grpc:50051')).toBe('watched:///projects-grpc:50051');
  });
});

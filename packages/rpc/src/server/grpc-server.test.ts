import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { Client, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { DescriptorServiceDefinition } from '@forgemesh/proto/api/v1/descriptors';
import { createCaller } from '../client/client';
import { createSigner, createVerifier, serviceContext } from '../context';
import { NotFoundError } from '@forgemesh/errors';
import { startGrpcServer, type GrpcServer, type ServerHealth } from './grpc-server';
import { bindOperations, operation, type Call, type MethodDefinition } from '../operation';
import { createMetrics } from '@forgemesh/telemetry';
import { makeTestKeys, silentLog } from '@forgemesh/testing/runtime';
import { CODEC_KEY, CONTEXT_KEY, fromServiceError, readResponseInfo } from '../wire';

const proto = `syntax = "proto3";
package test.v1;
import "forgemesh/api/v1/operation.proto";
service ThingService {
  // Get a thing.
  rpc GetThing(Thing) returns (Thing) { option (forgemesh.api.v1.operation) = { get: "/things/{name}" auth: AUTH_PUBLIC }; }
  // Count things, for one service.
  rpc CountThings(Thing) returns (Thing) { option (forgemesh.api.v1.callers) = "friend"; }
  // List things.
  rpc ListThings(Thing) returns (Things) { option (forgemesh.api.v1.operation) = { get: "/things" body: "things" auth: AUTH_PUBLIC }; }
}
message Thing { string name = 1; optional string note = 2; repeated string labels = 3; }
message Things { repeated Thing things = 1; }
`;

interface Thing {
  name: string;
  note?: string | undefined;
  labels: string[];
}

/** A method whose protobuf encoding is JSON, so that the test sees which codec was used. */
function method<Request, Response>(name: string): MethodDefinition<Request, Response> {
  const read = <T>(bytes: Buffer): T =>
    (bytes.length === 0 ? {} : JSON.parse(bytes.toString().replace(/^PB/, ''))) as T;
  const write = (value: unknown): Buffer => Buffer.from(`PB${JSON.stringify(value)}`);
  return {
    path: `/test.v1.ThingService/${name}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: write,
    requestDeserialize: read,
    responseSerialize: write,
    responseDeserialize: read,
  };
}

describe('startGrpcServer', () => {
  let server: GrpcServer;
  let keys: Awaited<ReturnType<typeof makeTestKeys>>;
  let client: Client;
  let descriptors: string;
  interface Deps {
    greeting: string;
  }
  const bound = bindOperations<Deps>();
  const seen: unknown[] = [];
  const operations = [
    operation(method<Thing, Thing>('GetThing'), async (request, call: Call<Deps>) => {
      seen.push(request);
      if (request.name === 'missing') throw new NotFoundError('Thing');
      if (request.name === 'broken') throw new Error('secret detail');
      return { name: `${call.deps.greeting} ${call.context.issuer}`, note: null, labels: [] };
    }),
    bound.operation(method<Thing, Thing>('CountThings'), () => Promise.resolve({ name: '1', note: null, labels: [] })),
    bound.operation(method<Thing, { things: Thing[] }>('ListThings'), async (_request, call) => {
      call.setPage({ page: 1, per_page: 20, total: 1, has_next: false });
      return { things: [{ name: 'a', note: null, labels: [] }] };
    }),
  ];
  const optionsOf = (handled: typeof operations) => ({
    service: 'things',
    host: '127.0.0.1',
    port: 0,
    descriptors,
    revision: 'abcdef',
    operations: handled,
    deps: { greeting: 'hello' },
    verifier: createVerifier(keys.trustedKeys),
    log: silentLog,
    metrics: createMetrics('things'),
  });
  const start = (handled = operations, reflection = false) => startGrpcServer({ ...optionsOf(handled), reflection });

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forge-proto-'));
    writeFileSync(join(folder, 'things.proto'), proto);
    descriptors = join(folder, 'things.binpb');
    const root = join(__dirname, '../../../..');
    cpSync(join(root, 'proto/forgemesh/api'), join(folder, 'forgemesh/api'), { recursive: true });
    execFileSync(join(root, 'node_modules/.bin/buf'), ['build', '.', '--as-file-descriptor-set', '-o', descriptors], {
      cwd: folder,
    });
    keys = await makeTestKeys('gateway', 'things', 'stranger', 'friend');
    server = await start();
    client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
  });
  afterAll(async () => {
    client.close();
    await server.stop(1_000);
  });

  const targetOf = (name: string) => ({ audience: 'things', method: `/test.v1.ThingService/${name}` });
  const signed = (issuer = 'gateway', name = 'GetThing') =>
    createSigner(issuer, keys.signingKey(issuer)).sign(serviceContext('request-1'), targetOf(name));
  const call = (name: string, payload: string, headers: Record<string, string>) =>
    new Promise<{ body: string; trailer: Metadata }>((resolve, reject) => {
      const metadata = new Metadata();
      Object.entries(headers).forEach(([key, value]) => metadata.set(key, value));
      let body = '';
      client
        .makeUnaryRequest(
          `/test.v1.ThingService/${name}`,
          (text: string) => Buffer.from(text),
          (bytes: Buffer) => bytes.toString(),
          payload,
          metadata,
          (error, value) => (error ? reject(error) : (body = value ?? '')),
        )
        .on('status', ({ code, metadata: trailer }) => code === status.OK && resolve({ body, trailer }));
    });

  it('encodes the JSON body with null and without absent fields', async () => {
    const { body } = await call('GetThing', '{"name":"a"}', { [CODEC_KEY]: 'json', [CONTEXT_KEY]: await signed() });
    expect(body).toBe('{"name":"hello gateway","note":null,"labels":[]}');
    expect(seen.at(-1)).toEqual({ name: 'a' });
  });

  it('encodes protobuf without null, and shows empty lists as not sent', async () => {
    const { body } = await call('GetThing', 'PB{"name":"a","labels":[]}', { [CONTEXT_KEY]: await signed() });
    expect(body).toBe('PB{"name":"hello gateway","labels":[]}');
    expect(seen.at(-1)).toEqual({ name: 'a' });
  });

  it('returns the body field of the operation, and the page in the trailer', async () => {
    const context = await signed('gateway', 'ListThings');
    const { body, trailer } = await call('ListThings', '{}', { [CODEC_KEY]: 'json', [CONTEXT_KEY]: context });
    expect(body).toBe('[{"name":"a","note":null,"labels":[]}]');
    expect(readResponseInfo(trailer)).toEqual({ page: { page: 1, per_page: 20, total: 1, has_next: false } });
  });

  it('refuses a call without a context before it has received its message', async () => {
    const session = connect(`http://127.0.0.1:${server.port}`);
    const stream = session.request({
      ':method': 'POST',
      ':path': '/test.v1.ThingService/GetThing',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    // The start of a message of 100 MB without the rest.
    const start = Buffer.alloc(5);
    start.writeUInt32BE(100 * 1024 * 1024, 1);
    stream.write(start);
    const headers = await new Promise<IncomingHttpHeaders>((resolve) => stream.once('response', resolve));
    expect(Number(headers['grpc-status'])).toBe(status.UNAUTHENTICATED);
    session.destroy();
  });

  it('offers reflection only if it is enabled', async () => {
    const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
    const callReflection = (to: GrpcServer): Promise<ServiceError | undefined> =>
      new Promise((resolve) => {
        const reflectionClient = new Client(`127.0.0.1:${to.port}`, credentials.createInsecure());
        const stream = reflectionClient.makeBidiStreamRequest<Buffer, Buffer>(
          path,
          (bytes) => bytes,
          (bytes) => bytes,
        );
        stream.on('error', (error: ServiceError) => resolve(error)).on('end', () => resolve(undefined));
        stream.on('close', () => reflectionClient.close()).resume();
        stream.end();
      });
    expect((await callReflection(server))?.code).toBe(status.UNIMPLEMENTED);
    const open = await start(operations, true);
    expect(await callReflection(open)).toBeUndefined();
    await open.stop(1_000);
  });

  it('refuses a call without a context, with a forged one, and with one of another key', async () => {
    const stranger = await makeTestKeys('gateway');
    const forged = await createSigner('gateway', stranger.signingKey('gateway')).sign(
      serviceContext('r'),
      targetOf('GetThing'),
    );
    const borrowed = await createSigner('gateway', keys.signingKey('stranger')).sign(
      serviceContext('r'),
      targetOf('GetThing'),
    );
    for (const context of ['', 'nonsense', forged, borrowed, `${await signed()}x`]) {
      const error = (await call('GetThing', '{}', { [CODEC_KEY]: 'json', [CONTEXT_KEY]: context }).catch(
        (e: unknown) => e,
      )) as ServiceError;
      expect(error.code).toBe(status.UNAUTHENTICATED);
    }
  });

  it('refuses a context for another method or service', async () => {
    const elsewhere = createSigner('gateway', keys.signingKey('gateway')).sign(serviceContext('r'), {
      audience: 'others',
      method: '/test.v1.ThingService/GetThing',
    });
    for (const context of [await signed('gateway', 'ListThings'), await elsewhere])
      await expect(call('GetThing', '{}', { [CONTEXT_KEY]: context })).rejects.toMatchObject({
        code: status.UNAUTHENTICATED,
      });
  });

  it('allows the gateway to call only operations, and others what the contract grants them', async () => {
    const attempt = async (issuer: string, name: string): Promise<number> =>
      call(name, 'PB{}', { [CONTEXT_KEY]: await signed(issuer, name) }).then(
        () => status.OK,
        ({ code }: ServiceError) => code,
      );
    expect(await attempt('gateway', 'GetThing')).toBe(status.OK);
    expect(await attempt('friend', 'CountThings')).toBe(status.OK);
    expect(await attempt('friend', 'GetThing')).toBe(status.PERMISSION_DENIED);
    expect(await attempt('gateway', 'CountThings')).toBe(status.PERMISSION_DENIED);
    expect(await attempt('stranger', 'CountThings')).toBe(status.PERMISSION_DENIED);
  });

  it('returns errors of the catalogue and hides all others', async () => {
    const context = { [CODEC_KEY]: 'json', [CONTEXT_KEY]: await signed() };
    const missing = (await call('GetThing', '{"name":"missing"}', context).catch((e: unknown) => e)) as ServiceError;
    expect(fromServiceError(missing)).toMatchObject({ reason: 'not_found', body: '404 Thing Not Found' });
    const broken = (await call('GetThing', '{"name":"broken"}', context).catch((e: unknown) => e)) as ServiceError;
    expect(fromServiceError(broken)).toMatchObject({ reason: 'internal', body: '500 Internal Server Error' });
    expect(JSON.stringify([broken, broken.metadata.toJSON(), broken.details])).not.toContain('secret detail');
  });

  it('returns its descriptors unless the caller has them', async () => {
    const caller = createCaller({
      addresses: { things: `127.0.0.1:${server.port}` },
      signer: createSigner('gateway', keys.signingKey('gateway')),
      metrics: createMetrics('gateway'),
    });
    const service = caller.client(DescriptorServiceDefinition, 'things');
    const first = await service.getDescriptors({});
    expect(first.service).toBe('things');
    expect(first.file_descriptor_set.length).toBeGreaterThan(100);
    const again = await service.getDescriptors({ known_version: first.version });
    expect(again).toMatchObject({ version: first.version });
    expect(again.file_descriptor_set).toHaveLength(0);
    caller.close();
  });

  it('answers health checks with its name and whether it can serve now', async () => {
    let health: ServerHealth = 'serving';
    const own = await startGrpcServer({
      ...optionsOf(operations),
      member: 'things-2',
      checkHealth: async () => health,
    });
    const checked = new Client(`127.0.0.1:${own.port}`, credentials.createInsecure());
    const check = () =>
      new Promise<[string, unknown]>((resolve, reject) => {
        let name: unknown;
        checked
          .makeUnaryRequest(
            '/grpc.health.v1.Health/Check',
            () => Buffer.alloc(0),
            (bytes) => bytes,
            {},
            new Metadata(),
            {},
            (error, bytes) => (error ? reject(error) : resolve([String(bytes?.toString('hex')), name])),
          )
          .on('metadata', (metadata) => ([name] = metadata.get('forge-member')));
      });
    expect(await check()).toEqual(['0801', 'things-2']);
    health = 'stopping';
    expect(await check()).toEqual(['0802', 'things-2']);
    health = 'degraded';
    expect(await check()).toEqual(['0800', 'things-2']);
    checked.close();
    await own.stop(1_000);
  });

  it('does not start while an operation of the contract has no handler', async () => {
    await expect(start(operations.slice(0, 1))).rejects.toThrow(
      'no handler is registered for /test.v1.ThingService/ListThings',
    );
  });
});

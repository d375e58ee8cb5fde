import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  FileOriginServiceDefinition,
  type FileState,
  type GetFileStateRequest,
} from '@forgemesh/proto/api/v1/file_origin';
import { errorCatalogue, ForgeError, isForgeError, type Reason } from '@forgemesh/errors';
import { createMetrics, runInScope, type CallContext, type Metrics } from '@forgemesh/telemetry';
import { waitFor } from '@forgemesh/testing';
import { makeTestKeys, silentLog } from '@forgemesh/testing/runtime';
import { createCaller, type Caller, type ServiceClient } from '../client/client';
import {
  createSigner,
  createVerifier,
  localContext,
  serviceContext,
  type ContextVerifier,
  type VerifiedContext,
} from '../context';
import { downloadOperation, internalOperation, type Call, type Download } from '../operation';
import { CallHandler } from '../server/call-handler';
import { listenForCalls, type GrpcServer } from '../server/grpc-server';
import { createLocalServer, type LocalServer } from './local-server';
import { LocalServices } from './local-services';

type Files = ServiceClient<typeof FileOriginServiceDefinition>;
type State = (request: GetFileStateRequest, call: Call<object>) => Promise<FileState>;

const user = { id: 7, username: 'ada', name: 'Ada', admin: false, external: false };
const empty: FileState = {
  found: false,
  content: '',
  name: '',
  secret: '',
  belongs_to: 0,
  checksum: undefined,
  expires_at: undefined,
};

/** The service `files` behind both channels, which geo calls. */
describe('calls of a service over gRPC and in the same process', () => {
  let keys: Awaited<ReturnType<typeof makeTestKeys>>;
  let verifier: ContextVerifier;
  let grpc: GrpcServer;
  let local: LocalServer;
  let metrics: Metrics;
  let received: VerifiedContext;
  const services = new LocalServices();
  const callers: Caller[] = [];
  /** What the handlers do. */
  const behavior: { state: State; content: (call: Call<object>) => Download['content'] } = {
    state: () => Promise.resolve(empty),
    content: async function* () {},
  };

  beforeAll(async () => {
    keys = await makeTestKeys('gateway', 'geo', 'files', 'projects');
    verifier = createVerifier(keys.trustedKeys);
    metrics = createMetrics('files');
    const descriptors = join(mkdtempSync(join(tmpdir(), 'forge-local-')), 'empty.binpb');
    writeFileSync(descriptors, '');
    const handler = new CallHandler<object>({
      service: 'files',
      descriptors,
      revision: 'abcdef',
      deps: {},
      log: silentLog,
      metrics,
      operations: [
        internalOperation(FileOriginServiceDefinition.getFileState, (request, call: Call<object>) =>
          behavior.state(request, call),
        ),
        downloadOperation(FileOriginServiceDefinition.downloadFile, async (_, call: Call<object>) => ({
          headers: { 'Content-Type': 'text/plain' },
          content: behavior.content(call),
        })),
      ],
    });
    grpc = await listenForCalls(handler, { host: '127.0.0.1', port: 0, verifier });
    local = createLocalServer(handler);
    services.declare('files');
    services.set('files', local);
    const target = { audience: 'geo', method: '/test' };
    const context: CallContext = { ...serviceContext('request-1'), user, real_user_id: 7, scopes: ['api'], tier: 2 };
    const token = await createSigner('gateway', keys.signingKey('gateway')).sign(context, target);
    const own = { audiences: new Set(['geo']), method: '/test' };
    received = { ...(await verifier.verify({ token, forwarded: [] }, own)), request_id: 'request-1' };
  });
  afterAll(async () => {
    for (const caller of callers) caller.close();
    await Promise.all([grpc.stop(1_000), local.stop(1_000)]);
  });

  const clientOf = (kind: 'grpc' | 'local', issuer = 'geo', called = createMetrics(issuer)): Files => {
    const caller = createCaller({
      addresses: { files: kind === 'grpc' ? `127.0.0.1:${grpc.port}` : 'local' },
      signer: createSigner(issuer, keys.signingKey(issuer)),
      metrics: called,
      ...(kind === 'local' && { local: { services, issuer } }),
    });
    callers.push(caller);
    return caller.client(FileOriginServiceDefinition, 'files');
  };
  /** Runs as part of a request. */
  const inRequest = <T>(work: () => T, context: CallContext = received): T =>
    runInScope({ fields: { request_id: 'request-1' }, context, until: Date.now() + 60_000 }, work);
  const outcomeOf = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      (value) => ({ value }),
      (error: unknown) => {
        if (!isForgeError(error)) throw error;
        const { reason, body, key, details, retryAfter } = error;
        return { reason, body, key, details, retryAfter };
      },
    );

  it('have the same results, errors and requests', async () => {
    const [overGrpc, inProcess] = [clientOf('grpc'), clientOf('local')];
    const text = fc.string({ unit: 'grapheme' });
    const integer = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    const state = fc.record({
      found: fc.boolean(),
      content: text,
      name: text,
      secret: text,
      belongs_to: integer,
      checksum: fc.option(text, { nil: undefined }),
      expires_at: fc.option(text, { nil: undefined }),
    });
    const refusal = fc.record({
      reason: fc.constantFrom(...(Object.keys(errorCatalogue) as Reason[])),
      body: fc.option(fc.oneof(text, fc.dictionary(text, fc.array(text))), { nil: undefined }),
      details: fc.option(fc.dictionary(text, fc.jsonValue()), { nil: undefined }),
      retryAfter: fc.option(fc.nat(), { nil: undefined }),
    });
    const result = fc.oneof(
      state.map((value) => () => value),
      refusal.map(({ reason, body, ...options }) => (): FileState => {
        throw new ForgeError(reason, body, options);
      }),
      text.map((message) => (): FileState => {
        throw new Error(message);
      }),
    );
    const request = fc.record({ kind: text, id: integer, known_content: text }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(request, result, async (sent, respond) => {
        const seen: unknown[] = [];
        behavior.state = async (request_, call) => {
          const { forwarded, ...context } = call.context;
          seen.push({ request: request_, context, length: forwarded?.length, origin: forwarded?.origin });
          return respond();
        };
        const expected = await inRequest(() => outcomeOf(overGrpc.getFileState(sent)));
        expect(await inRequest(() => outcomeOf(inProcess.getFileState(sent)))).toEqual(expected);
        // A read that another process refuses as unavailable is sent once more.
        expect(seen.length).toBeGreaterThan(1);
        for (const other of seen) expect(other).toEqual(seen[0]);
      }),
      { numRuns: 200 },
    );
  });

  it.each(['grpc', 'local'] as const)('name the user of the request, and no user for own work: %s', async (kind) => {
    const seen: VerifiedContext[] = [];
    behavior.state = async (_, call) => {
      seen.push(call.context);
      return empty;
    };
    const client = clientOf(kind);
    await inRequest(() => client.getFileState({}));
    await inRequest(() => client.getFileState({}), { ...serviceContext('own'), user, scopes: ['api'] });
    const known = { user, real_user_id: 7, scopes: ['api'], tier: 2 };
    expect(seen[0]).toMatchObject({ ...known, issuer: 'geo', request_id: 'request-1' });
    expect(seen[1]).toMatchObject({ user: null, real_user_id: null, scopes: [], issuer: 'geo' });
  });

  it('name the user of the request even if the clock is set in the meantime', async () => {
    const seen: VerifiedContext[] = [];
    behavior.state = async (_, call) => {
      seen.push(call.context);
      return empty;
    };
    const { forwarded: _, ...sent } = received;
    const own = createSigner('gateway', keys.signingKey('gateway'));
    const target = { audience: 'geo', method: '/test' };
    const context = localContext({ issuer: 'gateway', signer: own }, sent, target);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000);
    try {
      await inRequest(() => clientOf('local').getFileState({}, { timeoutMs: 5_000 }), context);
    } finally {
      clock.mockRestore();
    }
    expect(seen[0]).toMatchObject({ user, issuer: 'geo' });
  });

  it('can be forwarded to another process, which verifies who called whom', async () => {
    let context: VerifiedContext | undefined;
    behavior.state = async (_, call) => {
      context = call.context;
      return empty;
    };
    await inRequest(() => clientOf('local').getFileState({}));
    const target = { audience: 'projects', method: '/p.v1.P/Get' };
    const forwarded = (await context?.forwarded?.tokens()) ?? [];
    expect(forwarded).toHaveLength(2);
    const token = await createSigner('files', keys.signingKey('files')).sign(context as CallContext, target);
    const audiences = new Set(['projects']);
    const verified = await verifier.verify({ token, forwarded }, { audiences, method: target.method });
    expect(verified).toMatchObject({ user, issuer: 'files' });
  });

  it.each(['grpc', 'local'] as const)('are refused if the contract does not name the caller: %s', async (kind) => {
    const client = clientOf(kind, 'projects');
    await expect(client.getFileState({})).rejects.toMatchObject({ reason: 'forbidden' });
    await expect(client.downloadFile({})[Symbol.asyncIterator]().next()).rejects.toMatchObject({ reason: 'forbidden' });
  });

  it.each(['grpc', 'local'] as const)('end at their deadline, and the handler learns it: %s', async (kind) => {
    let signal: AbortSignal | undefined;
    behavior.state = (_, call) => {
      signal = call.signal;
      return new Promise((resolve) => call.signal.addEventListener('abort', () => resolve(empty)));
    };
    const refused = { reason: 'unavailable', retryAfter: 1, isTimeout: true };
    await expect(clientOf(kind).getFileState({}, { timeoutMs: 100 })).rejects.toMatchObject(refused);
    await waitFor(async () => signal?.aborted, Boolean);
  });

  it.each(['grpc', 'local'] as const)('stream content only as fast as it is read: %s', async (kind) => {
    let produced = 0;
    let isEnded = false;
    const chunk = Buffer.alloc(64 * 1024, 'a');
    behavior.content = async function* () {
      try {
        for (;;) {
          produced++;
          yield chunk;
        }
      } finally {
        isEnded = true;
      }
    };
    let read = 0;
    for await (const { part } of clientOf(kind).downloadFile({})) {
      if (part?.$case === 'headers') expect(part.value).toEqual({ headers: { 'Content-Type': 'text/plain' } });
      if (part?.$case === 'chunk') expect(Buffer.from(part.value).equals(chunk)).toBe(true);
      if (read++ === 5) break;
    }
    await waitFor(async () => isEnded, Boolean);
    expect(produced).toBeLessThan(200);
  });

  it.each(['grpc', 'local'] as const)('pass on the error of a stream: %s', async (kind) => {
    behavior.content = async function* () {
      yield Buffer.from('a');
      throw new ForgeError('conflict', 'changed');
    };
    const read = async (): Promise<number> => {
      let parts = 0;
      for await (const _ of clientOf(kind).downloadFile({})) parts++;
      return parts;
    };
    await expect(read()).rejects.toMatchObject({ reason: 'conflict', body: 'changed' });
  });

  it('are measured on both ends', async () => {
    behavior.state = () => Promise.reject(new ForgeError('not_found'));
    const countOf = async (of: Metrics, name: 'served' | 'called'): Promise<number> => {
      const { values } = await of[name].get();
      const isOwn = ({ labels }: (typeof values)[number]): boolean =>
        labels.code === 'not_found' && String(labels.rpc).endsWith('/GetFileState');
      return values.find((value) => value.metricName?.endsWith('_count') && isOwn(value))?.value ?? 0;
    };
    const called = createMetrics('geo');
    const before = await countOf(metrics, 'served');
    for (const kind of ['grpc', 'local'] as const)
      await expect(clientOf(kind, 'geo', called).getFileState({})).rejects.toThrow();
    expect([(await countOf(metrics, 'served')) - before, await countOf(called, 'called')]).toEqual([2, 2]);
  });

  it('wait for a service of the process that is starting', async () => {
    behavior.state = () => Promise.resolve(empty);
    services.set('files', undefined);
    const call = clientOf('local').getFileState({});
    await expect(clientOf('local').getFileState({}, { timeoutMs: 50 })).rejects.toMatchObject({
      reason: 'unavailable',
      isTimeout: false,
    });
    services.set('files', local);
    expect(await call).toEqual(empty);
  });

  it('are cancelled if they take too long while the service stops', async () => {
    let signal: AbortSignal | undefined;
    behavior.state = (_, call) => {
      signal = call.signal;
      return new Promise(() => undefined);
    };
    const call = clientOf('local').getFileState({});
    await waitFor(async () => signal, Boolean);
    await Promise.all([local.stop(50), expect(call).rejects.toMatchObject({ reason: 'unavailable' })]);
    expect(signal?.aborted).toBe(true);
  });

  it('share no mutable state', async () => {
    const shared = { ...empty, name: 'before' };
    behavior.state = async (request) => {
      request.kind = 'changed';
      return shared;
    };
    const sent = { kind: 'kind' };
    const response = await clientOf('local').getFileState(sent);
    response.name = 'after';
    expect([sent.kind, shared.name]).toEqual(['kind', 'before']);
  });
});

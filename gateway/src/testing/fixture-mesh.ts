/** A gateway with the fixture service, fake identity and projects services, and an HTTP client. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVerifier, type ContextVerifier } from '@forgemesh/rpc';
import { portOf, startMetricsServer } from '@forgemesh/service';
import { waitFor } from '@forgemesh/testing';
import { makeTestKeys, silentLog } from '@forgemesh/testing/runtime';
import type { GatewayConfig } from '../config';
import { startGateway, type Gateway, type GatewayOptions } from '../gateway';
import { buildDescriptors, fixtureProto } from './descriptors';
import { startIdentity, startProjects, type FakeService } from './fake-services';
import { startPeer, type Peer } from './peer';

/** A received response. */
export interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** Parsed body; undefined if it is not JSON. */
  json: unknown;
}

/** A request to send. */
export interface TestRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON, a string as a form. */
  body?: object | string | Buffer;
  token?: string;
}

/** A gateway under test. */
export interface FixtureMesh {
  gateway: Gateway;
  port: number;
  folder: string;
  peer: Peer;
  identity: FakeService;
  projects: FakeService;
  verifier: ContextVerifier;
  config: GatewayConfig;
  /** Sends a request; the path is relative to `/api/v4` unless it starts with two slashes. */
  send(sent: TestRequest): Promise<TestResponse>;
  /** Reads an endpoint for operators: `metrics`, or `readiness` with details. */
  operators(endpoint: 'metrics' | 'readiness', gateway?: Gateway): Promise<TestResponse>;
  /** Starts another gateway with a different configuration. */
  another(config: Partial<GatewayConfig>, options?: Partial<GatewayOptions>): Promise<Gateway>;
  close(): Promise<void>;
}

let builtSet: Buffer | undefined;

/** The descriptor set of the fixture service. */
export function fixtureDescriptors(): Buffer {
  return (builtSet ??= buildDescriptors('fixture', fixtureProto()));
}

/** Starts all processes and waits until the gateway has discovered its services. */
export async function startFixtureMesh(
  config: Partial<GatewayConfig> = {},
  options: Partial<GatewayOptions> = {},
): Promise<FixtureMesh> {
  const keys = await makeTestKeys('gateway');
  const verifier = createVerifier(keys.trustedKeys);
  const [identity, projects, peer] = await Promise.all([
    startIdentity(),
    startProjects(),
    startPeer('fixture', fixtureDescriptors(), verifier),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'forge-gateway-'));
  const complete = {
    FORGE_SERVICE: 'gateway',
    FORGE_HOST: '127.0.0.1',
    FORGE_HTTP_PORT: 0,
    FORGE_METRICS_HOST: '127.0.0.1',
    FORGE_METRICS_PORT: 0,
    FORGE_DATA_DIR: folder,
    FORGE_LOG_LEVEL: 'silent',
    FORGE_SIGNING_KEY: keys.signingKey('gateway'),
    FORGE_TRUSTED_KEYS: keys.trustedKeys,
    FORGE_TLS_CERTIFICATE: '',
    FORGE_TLS_KEY: '',
    FORGE_TLS_TRUSTED: '',
    FORGE_ADDRESSES: { identity: identity.address, projects: projects.address, fixture: peer.address },
    FORGE_GIT_ADDRESSES: {},
    FORGE_EXTERNAL_URL: 'http://forge.example:8080',
    FORGE_TRUSTED_PROXIES: [],
    FORGE_WEB_DIR: '',
    FORGE_LICENSE_TIER: 3,
    FORGE_MAX_BODY_BYTES: 1_000_000,
    FORGE_BODY_MEMORY_BYTES: 256 * 1024 * 1024,
    FORGE_MAX_REQUESTS_PER_CALLER: 32,
    FORGE_ANONYMOUS_BODY_MEMORY_BYTES: 32 * 1024 * 1024,
    FORGE_SHUTDOWN_DELAY_SECONDS: 0,
    FORGE_MAX_CONNECTION_AGE_SECONDS: 0,
    FORGE_MAX_CONNECTIONS: 0,
    FORGE_MAX_CONNECTIONS_PER_ADDRESS: 0,
    FORGE_HEADERS_TIMEOUT_SECONDS: 60,
    FORGE_BODY_TIMEOUT_SECONDS: 60,
    FORGE_BODY_MIN_BYTES_PER_SECOND: 1,
    FORGE_ANONYMOUS_BODY_TIMEOUT_SECONDS: 60,
    FORGE_ANONYMOUS_BODY_MIN_BYTES_PER_SECOND: 1,
    FORGE_SSH_LOGIN_TIMEOUT_SECONDS: 30,
    FORGE_SSH_PROXY_PROTOCOL: false,
    FORGE_SSH_MAX_CONNECTIONS: 500,
    FORGE_SSH_MAX_CONNECTIONS_PER_ADDRESS: 20,
    FORGE_STORAGE_WAIT_TIMEOUT_SECONDS: 5,
    FORGE_SERVICE_WAIT_TIMEOUT_SECONDS: 0.5,
    FORGE_SSH_PORT: 0,
    FORGE_SSH_LISTEN_PORT: 0,
    FORGE_SSH_HOST_KEY: '',
    FORGE_REVISION: 'abcdef',
    NATS_URL: '',
    ...config,
  } as unknown as GatewayConfig;
  const given = {
    log: silentLog,
    settings: { peek: () => undefined, close: () => undefined },
    discoveryIntervalMs: 300,
    ...options,
  };
  const gateway = await startGateway(complete, given);
  const others: Gateway[] = [];
  await until(() => gateway.pending().length === 0);
  return {
    gateway,
    port: gateway.port,
    folder,
    peer,
    identity,
    projects,
    verifier,
    config: complete,
    send: (sent) => sendTo(gateway.port, sent),
    operators: async (endpoint, of = gateway) => {
      const server = await startMetricsServer(
        { FORGE_METRICS_HOST: '127.0.0.1', FORGE_METRICS_PORT: 0 },
        {
          contentType: of.registry.contentType,
          metrics: () => of.registry.metrics(),
          readiness: of.readiness,
          isEnabled: of.offersMetrics,
        },
      );
      try {
        return await sendTo(server ? portOf(server) : 0, { path: `//-/${endpoint}` });
      } finally {
        server?.close();
      }
    },
    async another(changes, changedOptions) {
      const other = await startGateway({ ...complete, ...changes } as GatewayConfig, { ...given, ...changedOptions });
      others.push(other);
      return other;
    },
    async close() {
      await Promise.all([gateway, ...others].map((each) => each.close()));
      peer.kill();
      identity.close();
      projects.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Waits for a condition. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await waitFor(async () => condition(), Boolean);
}

/** Sends one request on its own connection, with the exact path. */
export function sendTo(
  port: number,
  { method = 'GET', path, headers = {}, body, token }: TestRequest,
): Promise<TestResponse> {
  const isJson = body !== undefined && typeof body === 'object' && !Buffer.isBuffer(body);
  const bytes =
    body === undefined
      ? undefined
      : Buffer.isBuffer(body)
        ? body
        : Buffer.from(isJson ? JSON.stringify(body) : (body as string));
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const all = {
    ...(token !== undefined && { 'PRIVATE-TOKEN': token }),
    ...(bytes && { 'Content-Type': type }),
    ...(bytes && headers['Transfer-Encoding'] === undefined && { 'Content-Length': String(bytes.length) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const url = path.startsWith('//') ? path.slice(1) : `/api/v4${path}`;
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path: url, headers: all, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          // The gateway reads the rest of a refused body slowly, and would do so when it is closed.
          request.destroy();
          const received = Buffer.concat(chunks);
          const isCompressed = response.headers['content-encoding'] !== undefined;
          const isJson = response.headers['content-type'] === 'application/json' && !isCompressed;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: received,
            text: received.toString(),
            json: isJson && received.length > 0 ? JSON.parse(received.toString()) : undefined,
          });
        });
      },
    );
    request.once('error', reject);
    request.end(bytes);
  });
}

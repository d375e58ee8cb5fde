/**
 * For tests that send HTTP requests to a running mesh: its properties, and a small client.
 *
 * The runner starts one mesh per jest worker, so tests of different files share it: every test
 * creates its own users, groups and projects with `unique()` names.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createCaller, type Caller } from '@forgemesh/rpc';
import { createMetrics } from '@forgemesh/telemetry';
import { readVariable } from './config';
import { createMeshSigner } from './mesh-signer';
import { SeededSecrets } from './seeded-secrets';

/** A mesh that the test runner started. */
export interface TestMesh {
  url: string;
  rootToken: string;
  /** `FORGE_SECRET` of each service. */
  secrets: Record<string, string>;
  dataDir: string;
  natsUrl: string;
  mongodbUri: string;
  databasePrefix: string;
  processes: Record<string, { grpc: number; http: number; metrics: number; pid: number }>;
  /** Its `FORGE_EVENT_ACK_WAIT_SECONDS`. */
  ackWaitSeconds: string;
  /** Its `FORGE_SCHEDULE_INTERVAL_FACTOR`. */
  scheduleIntervalFactor: string;
}

/** The mesh of this jest worker. */
export function mesh(): TestMesh {
  const meshes = JSON.parse(readVariable('FORGE_TEST_MESHES')) as TestMesh[];
  const found = meshes[Number(readVariable('JEST_WORKER_ID')) - 1];
  if (!found) throw new Error('no mesh runs for this jest worker');
  return found;
}

/** A response of the API. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  /** Parsed JSON, text for other types, undefined without a body. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read fields of any answer
  body: any;
}

/** A request body: sent as JSON, or unchanged if it is a form or a string. */
export type ApiBody = object | string | URLSearchParams | FormData;

/** A client of the REST API with one token. Paths are relative to `/api/v4`. */
export interface ApiClient {
  get(path: string, headers?: Record<string, string>): Promise<ApiResponse>;
  head(path: string, headers?: Record<string, string>): Promise<ApiResponse>;
  post(path: string, body?: ApiBody, headers?: Record<string, string>): Promise<ApiResponse>;
  put(path: string, body?: ApiBody, headers?: Record<string, string>): Promise<ApiResponse>;
  patch(path: string, body?: ApiBody, headers?: Record<string, string>): Promise<ApiResponse>;
  delete(path: string, body?: ApiBody, headers?: Record<string, string>): Promise<ApiResponse>;
}

let seeded: SeededSecrets | undefined;

/** The secrets that this suite sent to its mesh or received from it. */
export function seededSecrets(): SeededSecrets {
  return (seeded ??= new SeededSecrets(join(mesh().dataDir, 'seeded-secrets')));
}

/**
 * Creates a client; without a token it is anonymous. Fails if a response contains a secret that was
 * sent or received before.
 */
export function api(token?: string, url: string = mesh().url): ApiClient {
  const send = async (
    method: string,
    path: string,
    body?: ApiBody,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> => {
    const secrets = seededSecrets();
    secrets.addSent(body);
    const isPlain =
      body !== undefined &&
      typeof body === 'object' &&
      !(body instanceof URLSearchParams) &&
      !(body instanceof FormData);
    const response = await fetch(`${url}/api/v4${path}`, {
      method,
      headers: {
        ...(token !== undefined && { 'PRIVATE-TOKEN': token }),
        ...(isPlain && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isPlain ? JSON.stringify(body) : (body as string) }),
      redirect: 'manual',
    });
    const text = await response.text();
    secrets.assertNone(`${text}\n${[...response.headers.values()].join('\n')}`, `the response to ${method} ${path}`);
    const parsed = parseBody(text, response.headers);
    const { status, headers: received } = response;
    checkResponse({
      url,
      method,
      path: pathname(response.url),
      status,
      contentType: received.get('content-type'),
      body: parsed,
      ...(isPlain && { request: body }),
    });
    if (method === 'POST') secrets.addIssued(parsed);
    return { status: response.status, headers: response.headers, body: parsed };
  };
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    head: (path, headers) => send('HEAD', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
  };
}

/** A response as the OpenAPI check receives it. */
interface CheckedResponse {
  /** URL of the mesh. */
  url: string;
  method: string;
  /** Path of the request without its query. */
  path: string;
  status: number;
  contentType: string | null;
  body: unknown;
  /** JSON body of the request. */
  request?: unknown;
}

/**
 * Compares a response with the OpenAPI document. The environment of the suite does it, and fails
 * the test at its end.
 */
function checkResponse(response: CheckedResponse): void {
  const { forgeCheckResponse } = globalThis as { forgeCheckResponse?: (response: CheckedResponse) => void };
  forgeCheckResponse?.(response);
}

function pathname(url: string): string {
  return new URL(url).pathname;
}

function parseBody(text: string, headers: Headers): unknown {
  if (text === '') return undefined;
  return headers.get('content-type') === 'application/json' ? JSON.parse(text) : text;
}

/** Creates a client with the administrator's token. */
export function asRoot(): ApiClient {
  return api(mesh().rootToken);
}

/** A response outside the API, with its bytes. */
export interface PageResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
}

/** Gets an address outside the API, such as that of a page, without following redirects. */
export async function getPage(
  path: string,
  { token, ...headers }: Record<string, string | undefined> = {},
): Promise<PageResponse> {
  const response = await fetch(`${mesh().url}${path}`, {
    headers: {
      ...(headers as Record<string, string>),
      ...(token !== undefined && { 'PRIVATE-TOKEN': token }),
    },
    redirect: 'manual',
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString('utf8');
  seededSecrets().assertNone(text, `the response to GET ${path}`);
  return { status: response.status, headers: response.headers, bytes, text };
}

/** Returns a name that no other test uses. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString('hex')}`;
}

/** A user created by a test. */
export interface TestUser {
  id: number;
  username: string;
  token: string;
  api: ApiClient;
}

/** Creates a user with a token of the given scopes. */
export async function createUser(fields: Record<string, unknown> = {}, scopes: string[] = ['api']): Promise<TestUser> {
  const username = unique('user');
  const created = await asRoot().post('/users', {
    username,
    name: `Name of ${username}`,
    email: `${username}@example.com`,
    password: 'a-long-password-1',
    skip_confirmation: true,
    ...fields,
  });
  if (created.status !== 201) throw new Error(`user not created: ${created.status} ${JSON.stringify(created.body)}`);
  const issued = await asRoot().post(`/users/${created.body.id}/impersonation_tokens`, { name: 'test', scopes });
  if (issued.status !== 201) throw new Error(`token not created: ${issued.status} ${JSON.stringify(issued.body)}`);
  return { id: created.body.id, username, token: issued.body.token, api: api(issued.body.token) };
}

/** Default timeout of `waitFor`; `jest.config.cjs` sets it for each kind of suite. */
const WAIT_TIMEOUT_MS = (globalThis as { forgeWaitTimeoutMs?: number }).forgeWaitTimeoutMs ?? 90_000;

/**
 * Pause between two reads of `waitFor`: it grows with the time waited, because each read may cost a
 * request, and is short enough to see states that soon pass.
 */
const MIN_PAUSE_MS = 25;
const MAX_PAUSE_MS = 200;
const PAUSE_SHARE = 0.1;

/**
 * Repeats a read until its result is accepted, and returns that result. Rejects with the last
 * result or error after `timeoutMs`. Errors of the read or of the predicate are retried.
 */
export function waitFor<T>(
  read: () => Promise<T>,
  isDone: (result: T) => boolean,
  { timeoutMs = WAIT_TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<T> {
  return measure('waiting', () => poll(read, isDone, timeoutMs));
}

/** Counts the time of some work in the summary of the test run. */
function measure<T>(name: 'waiting' | 'starting', work: () => Promise<T>): Promise<T> {
  const { forgeMeasure } = globalThis as { forgeMeasure?: typeof measure };
  return forgeMeasure ? forgeMeasure(name, work) : work();
}

async function poll<T>(read: () => Promise<T>, isDone: (result: T) => boolean, timeoutMs: number): Promise<T> {
  const start = Date.now();
  const deadline = start + timeoutMs;
  for (;;) {
    let last: string;
    try {
      const result = await read();
      if (isDone(result)) return result;
      last = `last result: ${JSON.stringify(result)}`;
    } catch (error) {
      last = `last error: ${String(error)}`;
    }
    if (Date.now() > deadline) throw new Error(`Timed out after ${timeoutMs} ms; ${last}`);
    const pauseMs = Math.min(Math.max((Date.now() - start) * PAUSE_SHARE, MIN_PAUSE_MS), MAX_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/**
 * Creates a caller on behalf of the processes of the mesh: each call is signed by one that may make
 * it. Close it after the suite.
 */
export function meshCaller(): Caller {
  const { dataDir, processes } = mesh();
  const addresses = Object.entries(processes).map(([name, { grpc }]) => [name, `127.0.0.1:${grpc}`]);
  return createCaller({
    addresses: Object.fromEntries(addresses) as Record<string, string>,
    signer: createMeshSigner(dataDir),
    metrics: createMetrics('test'),
    timeoutMs: WAIT_TIMEOUT_MS,
  });
}

export * from './mesh-signer';
export * from './receiver';

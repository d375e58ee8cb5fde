/**
 * For tests that send HTTP requests to a running mesh: its properties, a small client, fixtures.
 *
 * The runner starts one mesh per jest worker, so tests of different files share it: every test
 * creates its own users, groups and projects with `unique()` names.
 */
import { createCaller, type Caller } from '@forgemesh/rpc';
import { createMetrics } from '@forgemesh/telemetry';
import { seededSecrets } from './api-client';
import { mesh } from './mesh';
import { createMeshSigner } from './mesh-signer';

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

export * from './account-client';
export * from './api-client';
export * from './fixtures';
export * from './mesh';
export * from './mesh-signer';
export * from './receiver';
export * from './unique';

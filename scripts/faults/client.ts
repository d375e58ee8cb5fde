// API client of the load.

import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_TIMEOUT_MS = 30_000;
/** Timeout for a response after recovery (ms). */
const RECOVERY_TIMEOUT_MS = 60_000;
const PER_PAGE = 100;

interface ApiResponse<Body> {
  status: number;
  body: Body;
  headers: Headers;
}
export type ApiClient = <Body = unknown>(method: string, path: string, body?: object) => Promise<ApiResponse<Body>>;

export function createApiClient(url: string, token: string): ApiClient {
  return async <Body>(method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/v4${path}`, {
      method,
      headers: { 'PRIVATE-TOKEN': token, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(WAIT_TIMEOUT_MS),
    });
    const text = await response.text();
    const content = (text === '' ? undefined : JSON.parse(text)) as Body;
    return { status: response.status, headers: response.headers, body: content };
  };
}

/** Reads a path and retries until the mesh has recovered. */
export async function readWhenRecovered<Body>(api: ApiClient, path: string): Promise<ApiResponse<Body>> {
  const until = Date.now() + RECOVERY_TIMEOUT_MS;
  for (;;) {
    const response = await api<Body>('GET', path).catch(() => undefined);
    if (response?.status === 200) return response;
    if (Date.now() > until) throw new Error(`${path} still returns ${response?.status} after the recovery timeout`);
    await sleep(500);
  }
}

/** Reads all pages of a list. */
export async function readAll<Row>(api: ApiClient, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = '1'; page !== '';) {
    const mark = path.includes('?') ? '&' : '?';
    const response = await readWhenRecovered<Row[]>(api, `${path}${mark}per_page=${PER_PAGE}&page=${page}`);
    rows.push(...response.body);
    page = response.headers.get('x-next-page') ?? '';
  }
  return rows;
}

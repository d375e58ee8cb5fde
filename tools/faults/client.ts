// How the faults' load speaks to the mesh.

import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_TIMEOUT_MS = 30_000;
/** How long what was away may take until it answers again (ms). */
const HEALED_MS = 60_000;
const PER_PAGE = 100;

interface Answer<Body> {
  status: number;
  body: Body;
  headers: Headers;
}
export type Ask = <Body = unknown>(method: string, path: string, body?: object) => Promise<Answer<Body>>;

export function clientOf(url: string, token: string): Ask {
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

/** What a path shows once all has healed. */
export async function read<Body>(ask: Ask, path: string): Promise<Answer<Body>> {
  const until = Date.now() + HEALED_MS;
  for (;;) {
    const answer = await ask<Body>('GET', path).catch(() => undefined);
    if (answer?.status === 200) return answer;
    if (Date.now() > until) throw new Error(`${path} is ${answer?.status} after all has healed`);
    await sleep(500);
  }
}

/** All pages of a list. */
export async function readAll<Row>(ask: Ask, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = '1'; page !== '';) {
    const mark = path.includes('?') ? '&' : '?';
    const answer = await read<Row[]>(ask, `${path}${mark}per_page=${PER_PAGE}&page=${page}`);
    rows.push(...answer.body);
    page = answer.headers.get('x-next-page') ?? '';
  }
  return rows;
}

// How the faults' load speaks to the mesh.

import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 30_000;
/** How long what was away may take until it answers again (ms). */
const HEALED_MS = 60_000;
const PER_PAGE = 100;

interface Answer {
  status: number;
  body: any;
  headers: Headers;
}
export type Ask = (method: string, path: string, body?: object) => Promise<Answer>;

export function clientOf(url: string, token: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api/v4${path}`, {
      method,
      headers: { 'PRIVATE-TOKEN': token, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
}

/** What a path shows once all has healed. */
export async function read(ask: Ask, path: string): Promise<Answer> {
  const until = Date.now() + HEALED_MS;
  for (;;) {
    const answer = await ask('GET', path).catch(() => undefined);
    if (answer?.status === 200) return answer;
    if (Date.now() > until) throw new Error(`${path} is ${answer?.status} after all has healed`);
    await sleep(500);
  }
}

/** All pages of a list. */
export async function readAll(ask: Ask, path: string): Promise<any[]> {
  const rows = [];
  for (let page = '1'; page !== '';) {
    const mark = path.includes('?') ? '&' : '?';
    const answer = await read(ask, `${path}${mark}per_page=${PER_PAGE}&page=${page}`);
    rows.push(...answer.body);
    page = answer.headers.get('x-next-page') ?? '';
  }
  return rows;
}

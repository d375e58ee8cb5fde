// One row of the table.

import type { Command, HttpRequest } from '../load/job.ts';

export interface Endpoint {
  /** What `--only` compares with. */
  name: string;
  /** Sent in turn, the first one is tried before it is measured. */
  requests?: HttpRequest[];
  /** Instead of requests. */
  commands?: Command[];
  /** Offered per second, where it is not that of the reads. */
  rate?: number;
  /** What it should reach, shown beside. */
  goal?: string;
  /** Measured with one client and nothing else, a few times. */
  isAlone?: boolean;
  /** Not driven to its limit. */
  isUnsaturated?: boolean;
  /** Most requests there is material for, in all phases together. */
  limit?: number;
}

/** @param path below /api/v4 */
export function get(token: string, path: string): HttpRequest {
  return { method: 'GET', path: `/api/v4${path}`, headers: { 'PRIVATE-TOKEN': token } };
}

/** @param path below /api/v4 */
export function post(token: string, path: string, body: Record<string, unknown>): HttpRequest {
  const headers = { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' };
  return { method: 'POST', path: `/api/v4${path}`, headers, body: JSON.stringify(body) };
}

/** What every read should reach. */
export const goal = 'P90 < 200';

export function readsBy(token: string) {
  const many = (name: string, paths: string[]) => ({
    name,
    requests: paths.map((path) => get(token, path)),
    goal,
  });
  return { many, one: (name: string, path: string) => many(name, [path]) };
}

/** @returns `count` items of the list, evenly spread */
export function spread<T>(list: T[], count: number): T[] {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(count, list.length) }, (_, n) => list[Math.floor(n * step)] as T);
}

// One row of the results.

import type { Command, HttpRequest } from '../load/job.ts';

export interface Endpoint {
  /** Matched by `--only`. */
  name: string;
  /** Sent in turn; the first one is tried before it is measured. */
  requests?: HttpRequest[];
  /** Git commands, instead of requests. */
  commands?: Command[];
  /** Offered rate per second; the rate of the reads by default. */
  rate?: number;
  /** Target, shown in the table. */
  goal?: string;
  /** Measured a few times with one client and no other load. */
  isAlone?: boolean;
  /** Not measured at saturation. */
  isUnsaturated?: boolean;
  /** Number of requests that the fixture supports, in all phases together. */
  limit?: number;
}

/** @param path relative to /api/v4 */
export function get(token: string, path: string): HttpRequest {
  return { method: 'GET', path: `/api/v4${path}`, headers: { 'PRIVATE-TOKEN': token } };
}

/** @param path relative to /api/v4 */
export function post(token: string, path: string, body: Record<string, unknown>): HttpRequest {
  const headers = { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' };
  return { method: 'POST', path: `/api/v4${path}`, headers, body: JSON.stringify(body) };
}

/** Target for every read. */
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

// Messages between the benchmark and the driver process.

import type { Summary } from './statistics.ts';

export interface HttpRequest {
  method: string;
  /** Path with query; `%n%` is replaced by a number that no other request of the benchmark uses. */
  path: string;
  headers: Record<string, string>;
  /** `%n%` is replaced as in `path`. */
  body?: string;
}

/** A git command, timed as a whole. */
export interface Command {
  /** `%n%` is replaced as in a request. */
  args: string[];
  /** The complete environment. */
  env: Record<string, string>;
  cwd: string;
  /** Deleted after the command. */
  folder?: string;
}

export interface Job {
  /** Origin of the gateway: `http://host:port`. */
  origin: string;
  /** Sent in turn. */
  requests?: HttpRequest[];
  /** Run in turn, if there are no requests. */
  commands?: Command[];
  /**
   * Requests per second, independent of the responses (open loop). Without a rate, each connection
   * sends its next request after the response to the previous one (closed loop).
   */
  rate?: number;
  /** Maximum number of concurrent requests. */
  connections: number;
  /** Measured time in seconds. */
  seconds: number;
  /** Warm-up before the measured time in seconds. */
  warmUp: number;
  /** Maximum number of measured requests. */
  limit?: number;
  /** Distinguishes the numbers of this job from those of other jobs. */
  serial: number;
}

export type DriverMessage = { event: 'begin' } | { event: 'end' } | { event: 'result'; summary: Summary };

export {};

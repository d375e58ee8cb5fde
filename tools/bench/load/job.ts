// What the driver process is told to do, and what it says.

import type { Summary } from './statistics.ts';

export interface HttpRequest {
  method: string;
  /** With the query; `%n%` stands for a number that no other request of the benchmark has. */
  path: string;
  headers: Record<string, string>;
  /** As `path`. */
  body?: string;
}

/** A run of git, timed as a whole. */
export interface Command {
  /** `%n%` as in a request. */
  args: string[];
  /** The whole environment. */
  env: Record<string, string>;
  cwd: string;
  /** Removed when the command has ended. */
  folder?: string;
}

export interface Job {
  /** Of the gateway; `http://host:port`. */
  origin: string;
  /** Sent in turn. */
  requests?: HttpRequest[];
  /** Run in turn, where there are no requests. */
  commands?: Command[];
  /**
   * Requests due per second whatever the answers do (open loop); without it every connection sends
   * its next request when the last one is answered (closed loop).
   */
  rate?: number;
  /** Most at a time. */
  connections: number;
  /** That are measured. */
  seconds: number;
  /** Seconds before them. */
  warmUp: number;
  /** Most requests that are measured. */
  limit?: number;
  /** Makes the numbers of this job its own. */
  serial: number;
}

export type DriverMessage = { event: 'begin' } | { event: 'end' } | { event: 'result'; summary: Summary };

export {};

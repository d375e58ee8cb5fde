/**
 * What the service process and the git worker say to each other over the fork's channel (structured
 * clone).
 */
import type { GitErrorReason } from '../errors';

/** An error as it crosses the border. */
export interface WireError {
  reason: GitErrorReason;
  message: string;
  details?: Record<string, unknown>;
}

/**
 * Chunks of a streaming call; each side acknowledges what it has consumed, which bounds what is
 * under way.
 */
export type PipeMessage =
  | { kind: 'data'; id: number; chunk: Uint8Array }
  | { kind: 'end'; id: number }
  | { kind: 'ack'; id: number; bytes: number };

export type ToWorker =
  { kind: 'call'; id: number; operation: string; input: unknown } | { kind: 'cancel'; id: number } | PipeMessage;

export type FromWorker =
  { kind: 'done'; id: number; output: unknown } | { kind: 'failed'; id: number; error: WireError } | PipeMessage;

/** Settings of the worker, given as JSON in its first argument. */
export interface WorkerSettings {
  /** Program that is run for git. */
  gitBinary: string;
  /** PATH of the git processes. */
  searchPath: string;
  /** Most kept git processes at a time. */
  maxChildren: number;
  /** A kept process that was not asked for so long (milliseconds) is ended. */
  idleMs: number;
}

export const defaultSettings: WorkerSettings = {
  gitBinary: 'git',
  searchPath: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  maxChildren: 64,
  idleMs: 60_000,
};

/**
 * The messages between the service process and the git worker over the fork's channel (structured
 * clone).
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GitErrorReason } from '../errors';

/** An error in serialized form. */
export interface WireError {
  reason: GitErrorReason;
  message: string;
  details?: Record<string, unknown>;
}

/**
 * Chunks of a streaming call. Each side acknowledges what it has consumed, which bounds the bytes
 * in flight.
 */
export type PipeMessage =
  | { kind: 'data'; id: number; chunk: Uint8Array }
  | { kind: 'end'; id: number }
  | { kind: 'ack'; id: number; bytes: number };

export type ToWorker =
  | { kind: 'call'; id: number; operation: string; input: unknown }
  | { kind: 'cancel'; id: number }
  | ConnectionMessage
  | PipeMessage;

/** The connection of a client comes with the message; there is none if it cannot be passed. */
export interface ConnectionMessage {
  kind: 'connection';
  name: string;
}

export type FromWorker =
  { kind: 'done'; id: number; output: unknown } | { kind: 'failed'; id: number; error: WireError } | PipeMessage;

/** Settings of the worker, passed as JSON in its first argument. */
export interface WorkerSettings {
  /** Program to run as git. */
  gitBinary: string;
  /** PATH of the git processes. */
  searchPath: string;
  /** Maximum number of persistent git processes. */
  maxChildren: number;
  /** Milliseconds after which an unused persistent process is stopped. */
  idleMs: number;
  downloads: DownloadSettings;
}

/** Settings of downloads. */
export interface DownloadSettings {
  /** Absolute folder for the content that slow readers have not read. */
  spoolFolder: string;
  /** Bytes in that folder; a quarter for one caller, half for all without a token. */
  spoolBytes: number;
  /** Maximum number of concurrent downloads, shared in the same way. */
  maxTransfers: number;
  /** Minimum speed of readers. */
  bytesPerSecond: number;
  /** Maximum pause of readers in seconds. */
  idleSeconds: number;
}

export const defaultSettings: WorkerSettings = {
  gitBinary: 'git',
  searchPath: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  maxChildren: 64,
  idleMs: 60_000,
  downloads: {
    spoolFolder: join(tmpdir(), 'forgemesh-spools'),
    spoolBytes: 4 * 1024 ** 3,
    maxTransfers: 400,
    bytesPerSecond: 1024,
    idleSeconds: 60,
  },
};

/**
 * Options and callbacks of the transport. Everything passed to callbacks is plain data, because it
 * may cross a process boundary.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { AdmissionCounts, AdmissionLimits, Caller, PaceLimits } from '@forgemesh/admission';
import type { SpoolSpaceLimits } from '../spool/spool-space';
import type { GitEnvironmentOptions } from '../storage/git-environment';
import type { PackCacheLimits } from './pack-cache/pack-cache';
import type { Repository } from '../worker/repository';
import type { RefUpdate } from '../write/refs/ref-transactions';
import type { UpdateResult } from './protocol/proc-receive';

/** Header with the name under which the connection of the client can be requested. */
export const CONNECTION_HEADER = 'forge-transport-connection';

/** What a client requests; archives only in sessions. */
export type GitService = 'git-upload-pack' | 'git-receive-pack' | 'git-upload-archive';

export interface AuthorizeRequest {
  headers: IncomingHttpHeaders;
  method: string;
  /** The path before `/info/refs` or `/git-...` as received: escapes are not decoded. */
  path: string;
  service: GitService;
}

export interface TransportGrant {
  /**
   * Absolute folder of the repository. If it does not exist, readers see an empty one and a push
   * creates it.
   */
  repo: string;
  /** Whose share of the slots the request uses. */
  caller: Caller;
  /** Data about the caller for the other callbacks; passed through unchanged. */
  actor: unknown;
  /** Maximum bytes of a push; 0 or absent for no limit. */
  maxInputSize?: number;
  /** HEAD of a repository that a push creates. */
  defaultBranch?: string;
  /** Text that an accepted push shows to its user. */
  notice?: string;
}

/** A response to send instead of serving the request. */
export interface TransportDenial {
  status: number;
  body: string;
  headers: Record<string, string>;
}

export interface PreReceiveRequest {
  actor: unknown;
  repo: string;
  updates: RefUpdate[];
  pushOptions: string[];
  /**
   * Environment variables that make this push's objects visible to git before they are accepted.
   */
  quarantineEnv: Record<string, string>;
}

export type PreReceiveResult = { accepted: true } | { accepted: false; message: string };

export interface ProcReceiveRequest {
  actor: unknown;
  repo: string;
  /** The updates that `preReceive` has accepted; their objects are in the repository. */
  updates: RefUpdate[];
  pushOptions: string[];
  /** Whether all refs move or none. */
  isAtomic: boolean;
}

export interface PostReceiveRequest {
  actor: unknown;
  repo: string;
  /** The applied updates; empty when every ref lost its race. */
  updates: RefUpdate[];
  pushOptions: string[];
}

export interface TransportCallbacks {
  authorize(request: AuthorizeRequest): Promise<TransportGrant | TransportDenial>;
  /** Called once per push, with all its refs. A rejected promise refuses the push. */
  preReceive(request: PreReceiveRequest): Promise<PreReceiveResult>;
  /**
   * Moves the refs of an accepted push, and returns a result for each: null, or why it has not
   * moved, in a few words. A rejected promise means that the outcome is unknown: the client gets no
   * report.
   */
  procReceive(request: ProcReceiveRequest): Promise<UpdateResult[]>;
  /**
   * Called once for every push that `preReceive` accepted, whatever its outcome. The client reads
   * the report only after this has settled. Resolves to text in lines, which git shows to its user,
   * empty for none; a failure is reported to `onError` and changes nothing for the client, because
   * the refs have moved.
   */
  postReceive(request: PostReceiveRequest): Promise<string>;
  /** Called for each clone of the whole history over protocol v2, and each download of a bundle. */
  onClone?(repo: string): void;
  /** Reports failures that no client sees. */
  onError(error: unknown, activity: string): void;
}

/** Downloads of bundles since the start. */
export interface CloneBundleCounts {
  /** Downloads from the first byte on. */
  downloads: number;
  /** Bytes read for downloads. */
  bytes: number;
}

/**
 * Kinds of work that have their own slots: lists of refs, packs for clones and fetches (and
 * archives), and pushes.
 */
export type SlotKind = 'advertise' | 'upload' | 'receive';

/** Use of the transport, for metrics. */
export interface TransportLoad {
  slots: Record<SlotKind, AdmissionCounts>;
  /** Requests and sessions whose last byte has not been sent. */
  transfers: AdmissionCounts;
  /** Disk space of responses that wait for slow readers, and of requests that arrive slowly. */
  spool_bytes: number;
  /** Clients whose connection was closed because they were too slow, since the start. */
  slow_clients: number;
}

export interface TransportOptions extends TransportCallbacks {
  /** An absolute folder for the hooks and the empty template; created by `createGitTransport`. */
  scratchFolder: string;
  slots?: Partial<Record<SlotKind, Partial<AdmissionLimits>>>;
  /**
   * Maximum number of requests and sessions until their last byte, work or not; a quarter for one
   * caller, half for all without a token.
   */
  maxTransfers?: number;
  spools?: Partial<SpoolSpaceLimits>;
  /** Minimum speed of clients that read or send. */
  pace?: Partial<PaceLimits>;
  /** Minimum speed of a push that git already receives. */
  pushPace?: Partial<PaceLimits>;
  /** Seconds of processor time in which git may prepare a pack without sending any of it. */
  maxSilentCpuSeconds?: number;
  /** Milliseconds without progress on either side after which a request is aborted. */
  idleMs?: number;
  /** Maximum duration of one request in milliseconds. */
  totalMs?: number;
  /** Maximum bytes (after decompression) of a fetch request's body. */
  maxFetchRequestSize?: number;
  /** Ref prefixes that pushes may not change, because the service keeps its own refs there. */
  serverRefs?: readonly string[];
  /** Whether the objects of each push stay one pack. */
  keepsPacks?: boolean;
  packCache?: Partial<PackCacheLimits>;
  environment?: GitEnvironmentOptions;
  /**
   * Requests a connection by its name, after this many bytes of the response; undefined if it is
   * not available, or the signal is aborted.
   */
  requestConnection?(name: string, sentBytes: number, signal: AbortSignal): Promise<Socket | undefined>;
  /** The worker's state of a repository, from which refs are listed; without it git lists them. */
  openRepository?(repo: string): Repository;
}

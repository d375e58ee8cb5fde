/**
 * Options and callbacks of the transport. Everything passed to callbacks is plain data, because it
 * may cross a process boundary.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { GitEnvironmentOptions } from '../storage/git-environment';
import type { PackCacheLimits } from './pack-cache/pack-cache';
import type { Repository } from '../worker/repository';
import type { RefUpdate } from '../write/refs/ref-transactions';

export type GitService = 'git-upload-pack' | 'git-receive-pack';

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
  /** Data about the caller for the other callbacks; passed through unchanged. */
  actor: unknown;
  /** Maximum bytes of a push; 0 or absent for no limit. */
  maxInputSize?: number;
  /** HEAD of a repository that a push creates. */
  defaultBranch?: string;
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
   * Called once for every push that `preReceive` accepted, whatever its outcome. The client reads
   * the report only after this has settled; a failure is reported to `onError` and changes nothing
   * for the client, because the refs have moved.
   */
  postReceive(request: PostReceiveRequest): Promise<void>;
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

/** Concurrency and queue limits of one kind of request. */
export interface AdmissionLimits {
  running: number;
  perRepository: number;
  queue: number;
  waitMs: number;
}

export interface TransportOptions extends TransportCallbacks {
  /** An absolute folder for the hooks and the empty template; created by `createGitTransport`. */
  scratchFolder: string;
  upload?: Partial<AdmissionLimits>;
  receive?: Partial<AdmissionLimits>;
  advertise?: Partial<AdmissionLimits>;
  session?: Partial<AdmissionLimits>;
  /** Milliseconds without traffic in either direction after which a request is aborted. */
  idleMs?: number;
  /** Maximum duration of one request in milliseconds. */
  totalMs?: number;
  /** Maximum bytes (after decompression) of a fetch request's body. */
  maxFetchRequestSize?: number;
  /** Ref prefixes that pushes may not change, because the service keeps its own refs there. */
  serverRefs?: readonly string[];
  packCache?: Partial<PackCacheLimits>;
  environment?: GitEnvironmentOptions;
  /** The worker's state of a repository, from which refs are listed; without it git lists them. */
  openRepository?(repo: string): Repository;
}

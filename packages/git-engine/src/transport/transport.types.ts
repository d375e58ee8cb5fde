/**
 * What the transport is told and asks. Everything in the callbacks is plain data: they may cross a
 * process border.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { GitEnvironmentOptions } from '../storage/git-environment';
import type { RefUpdate } from '../write/ref-transactions';

export type GitService = 'git-upload-pack' | 'git-receive-pack';

export interface AuthorizeRequest {
  headers: IncomingHttpHeaders;
  method: string;
  /** The path before `/info/refs` or `/git-...`, as it came: escapes are not decoded. */
  path: string;
  service: GitService;
}

export interface TransportGrant {
  /**
   * Absolute folder of the repository. Where none stands yet, readers see an empty one and a push
   * creates it.
   */
  repo: string;
  /** Whatever the other callbacks need to know of the caller; passed on untouched. */
  actor: unknown;
  /** Most bytes that a push may bring; 0 or absent is no limit. */
  maxInputSize?: number;
  /** What HEAD of a repository that a push creates points to. */
  defaultBranch?: string;
}

/** An answer to send instead of serving. */
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
  /** Variables with which git sees the objects of this push before they are accepted. */
  quarantineEnv: Record<string, string>;
}

export type PreReceiveVerdict = { accepted: true } | { accepted: false; message: string };

export interface PostReceiveRequest {
  actor: unknown;
  repo: string;
  /** What really changed; empty when every ref lost its race. */
  updates: RefUpdate[];
  pushOptions: string[];
}

export interface TransportCallbacks {
  authorize(request: AuthorizeRequest): Promise<TransportGrant | TransportDenial>;
  /** Asked once per push, with all its refs. A rejected promise refuses the push. */
  preReceive(request: PreReceiveRequest): Promise<PreReceiveVerdict>;
  /**
   * Told once for every push that `preReceive` accepted, whatever became of it. The client learns
   * the outcome of its push only after this has settled; a failure is reported to `onError` and
   * changes nothing for the client, because the refs have moved.
   */
  postReceive(request: PostReceiveRequest): Promise<void>;
  /** Told of failures that no client can be told of. */
  onError(error: unknown, what: string): void;
}

/** How many of one kind may run, and how long the others wait. */
export interface AdmissionLimits {
  running: number;
  perRepository: number;
  queue: number;
  waitMs: number;
}

export interface TransportOptions extends TransportCallbacks {
  /** An absolute folder for the hooks and the empty template; made by `createGitTransport`. */
  scratchFolder: string;
  upload?: Partial<AdmissionLimits>;
  receive?: Partial<AdmissionLimits>;
  advertise?: Partial<AdmissionLimits>;
  session?: Partial<AdmissionLimits>;
  /** Milliseconds without a byte in either direction before a request is ended. */
  idleMs?: number;
  /** Milliseconds that one request may take. */
  totalMs?: number;
  /** Most bytes (after decompression) of what a client says when it fetches. */
  maxFetchRequestSize?: number;
  /** Ref prefixes that no push may touch, because the service keeps its own refs there. */
  serverRefs?: readonly string[];
  environment?: GitEnvironmentOptions;
}

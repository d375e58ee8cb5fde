/** State shared by all requests of one transport. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { ensureRepository, repositoryExists } from '../storage/ensure-repository';
import { Admission } from './admission';
import { GitChild, type GitChildOptions } from './git-child';
import { PackCache } from './pack-cache/pack-cache';
import { writeHookFolder } from './hook-folder';
import type {
  AdmissionLimits,
  CloneBundleCounts,
  GitService,
  TransportGrant,
  TransportOptions,
} from './transport.types';

export interface TransportState {
  options: TransportOptions;
  limits: { idleMs: number; totalMs: number; maxFetchRequestSize: number; serverRefs: readonly string[] };
  admissions: Record<'advertise' | 'upload' | 'receive' | 'session', Admission>;
  children: Set<GitChild>;
  hookFolder: string;
  packCache: PackCache;
  cloneBundles: CloneBundleCounts;
  /** Served to readers when the repository does not exist yet. */
  emptyRepository: string;
  /** The cached response to protocol v2 discovery: it depends only on git and the configuration. */
  version2Advertisement?: Promise<Buffer>;
  /** The cached capabilities of pushes, which depend on the same. */
  pushCapabilities?: Promise<string>;
}

/** One admitted request. */
export interface Exchange {
  state: TransportState;
  request: IncomingMessage;
  response: ServerResponse;
  grant: TransportGrant;
  service: GitService;
  /**
   * The client talks to one process until either side closes, as over SSH; otherwise each request
   * is complete in itself.
   */
  isSession: boolean;
  /** Aborted when the client disconnects. */
  disconnected: AbortSignal;
}

const minute = 60_000;
const defaults: Record<keyof TransportState['admissions'], AdmissionLimits> = {
  advertise: { running: 16, perRepository: 8, queue: 200, waitMs: 20_000 },
  upload: { running: 8, perRepository: 6, queue: 64, waitMs: 30_000 },
  receive: { running: 8, perRepository: 4, queue: 64, waitMs: 30_000 },
  // Sessions last as long as clients keep them open, so they have their own slots.
  session: { running: 16, perRepository: 8, queue: 64, waitMs: 30_000 },
};

export async function prepareState(options: TransportOptions): Promise<TransportState> {
  const emptyRepository = path.join(options.scratchFolder, 'empty.git');
  await ensureRepository(emptyRepository);
  const packCache = new PackCache(path.join(options.scratchFolder, 'packs'), options.packCache);
  await packCache.prepare();
  return {
    options,
    limits: {
      idleMs: options.idleMs ?? 5 * minute,
      totalMs: options.totalMs ?? 120 * minute,
      maxFetchRequestSize: options.maxFetchRequestSize ?? 64 * 1024 * 1024,
      serverRefs: options.serverRefs ?? ['refs/merge-requests', 'refs/keep-around'],
    },
    admissions: {
      advertise: new Admission({ ...defaults.advertise, ...options.advertise }),
      upload: new Admission({ ...defaults.upload, ...options.upload }),
      receive: new Admission({ ...defaults.receive, ...options.receive }),
      session: new Admission({ ...defaults.session, ...options.session }),
    },
    children: new Set(),
    packCache,
    cloneBundles: { downloads: 0, bytes: 0 },
    hookFolder: await writeHookFolder(path.join(options.scratchFolder, 'hooks')),
    emptyRepository,
  };
}

/** Starts a git process that the transport's `close` stops. */
export function startGit(
  state: TransportState,
  options: Pick<GitChildOptions, 'args' | 'config' | 'protocol' | 'hookPipes'>,
): GitChild {
  const { idleMs, totalMs } = state.limits;
  const child = new GitChild({ ...options, idleMs, totalMs, environment: state.options.environment });
  state.children.add(child);
  void child.ended.then(() => state.children.delete(child));
  return child;
}

/** The folder that readers are served from. */
export async function readableFolder({ state, grant }: Exchange): Promise<string> {
  return (await repositoryExists(grant.repo)) ? grant.repo : state.emptyRepository;
}

/** The `Git-Protocol` header if its value is plausible. */
export function protocolOf(request: IncomingMessage): string | undefined {
  const header = request.headers['git-protocol'];
  return typeof header === 'string' && /^[a-z0-9=:.-]{1,128}$/.test(header) ? header : undefined;
}

/** Whether the client speaks protocol v2. */
export function isVersion2(protocol: string | undefined): boolean {
  return protocol?.split(':').includes('version=2') === true;
}

/** Whether the client speaks protocol v1: v0 with a banner. */
export function isVersion1(protocol: string | undefined): boolean {
  return protocol?.split(':').includes('version=1') === true && !isVersion2(protocol);
}

/** The headers of every response: git output must not be cached. */
export function gitHeaders(contentType: string): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Cache-Control': 'no-cache, max-age=0, must-revalidate',
    Pragma: 'no-cache',
    Expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
  };
}

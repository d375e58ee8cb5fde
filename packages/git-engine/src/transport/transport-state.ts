/** State shared by all requests of one transport. */
import path from 'node:path';
import { Admission, type AdmissionLimits, type PaceLimits } from '@forgemesh/admission';
import { SpoolSpace } from '../spool/spool-space';
import { ensureRepository } from '../storage/ensure-repository';
import { GitChild, type GitChildOptions } from './child/git-child';
import { OutputPipes } from './child/output-pipes';
import { PackCache } from './pack-cache/pack-cache';
import { writeHookFolder } from './hook-folder';
import type { CloneBundleCounts, SlotKind, TransportOptions } from './transport.types';

export interface TransportState {
  options: TransportOptions;
  limits: {
    idleMs: number;
    totalMs: number;
    /** Minimum speed of clients that read or send. */
    pace: PaceLimits;
    /** Minimum speed of a push that git already receives. */
    pushPace: PaceLimits;
    maxSilentCpuSeconds: number;
    maxFetchRequestSize: number;
    serverRefs: readonly string[];
  };
  /** Slots for work. They are not held while a client sends its request or reads the rest. */
  slots: Record<SlotKind, Admission>;
  /** All requests and sessions until their last byte. */
  transfers: Admission;
  spools: SpoolSpace;
  /** Clients whose connection was closed because they were too slow. */
  slowClients: number;
  children: Set<GitChild>;
  /** Undefined if the scratch folder accepts no sockets. */
  outputPipes: OutputPipes | undefined;
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

const MINUTE_MS = 60_000;
const MIB = 1024 * 1024;
const defaultSlots: Record<SlotKind, AdmissionLimits> = {
  advertise: { running: 16, perResource: 8, queue: 200, waitMs: 20_000 },
  upload: { running: 16, perResource: 8, queue: 200, waitMs: 30_000 },
  receive: { running: 16, perResource: 4, queue: 200, waitMs: 30_000 },
};
const DEFAULT_TRANSFERS = 400;
const DEFAULT_BYTES_PER_SECOND = 1024;
const DEFAULT_PUSH_BYTES_PER_SECOND = 64 * 1024;
const DEFAULT_SILENT_CPU_SECONDS = 300;

export async function prepareState(options: TransportOptions): Promise<TransportState> {
  const emptyRepository = path.join(options.scratchFolder, 'empty.git');
  await ensureRepository(emptyRepository);
  const packCache = new PackCache(path.join(options.scratchFolder, 'packs'), options.packCache);
  await packCache.prepare();
  const { idleMs = MINUTE_MS, totalMs = 120 * MINUTE_MS } = options;
  const pace: PaceLimits = {
    seconds: totalMs / 1000,
    bytesPerSecond: DEFAULT_BYTES_PER_SECOND,
    idleSeconds: idleMs / 1000,
    ...options.pace,
  };
  return {
    options,
    limits: {
      idleMs,
      totalMs,
      pace,
      pushPace: { ...pace, bytesPerSecond: DEFAULT_PUSH_BYTES_PER_SECOND, ...options.pushPace },
      maxSilentCpuSeconds: options.maxSilentCpuSeconds ?? DEFAULT_SILENT_CPU_SECONDS,
      maxFetchRequestSize: options.maxFetchRequestSize ?? 64 * MIB,
      serverRefs: options.serverRefs ?? ['refs/merge-requests', 'refs/keep-around'],
    },
    slots: {
      advertise: new Admission({ ...defaultSlots.advertise, ...options.slots?.advertise }),
      upload: new Admission({ ...defaultSlots.upload, ...options.slots?.upload }),
      receive: new Admission({ ...defaultSlots.receive, ...options.slots?.receive }),
    },
    transfers: new Admission({ running: options.maxTransfers ?? DEFAULT_TRANSFERS, queue: 0, waitMs: 0 }),
    spools: new SpoolSpace(path.join(options.scratchFolder, 'spools'), options.spools),
    slowClients: 0,
    children: new Set(),
    outputPipes: await OutputPipes.open(path.join(options.scratchFolder, 'pipes')),
    packCache,
    cloneBundles: { downloads: 0, bytes: 0 },
    hookFolder: await writeHookFolder(path.join(options.scratchFolder, 'hooks')),
    emptyRepository,
  };
}

/** Options of a git process that depend on the request. */
export type RequestedGit = Pick<
  GitChildOptions,
  'args' | 'config' | 'protocol' | 'hookPipes' | 'isOutput' | 'maxSilentCpuSeconds' | 'output'
>;

/** Starts a git process that the transport's `close` stops. */
export function startGit(state: TransportState, options: RequestedGit): GitChild {
  const { idleMs, totalMs } = state.limits;
  const child = new GitChild({ ...options, idleMs, totalMs, environment: state.options.environment });
  state.children.add(child);
  void child.ended.then(() => state.children.delete(child));
  return child;
}

/**
 * Fetches the descriptors of every service: at start, every few seconds, and immediately when its
 * channel reconnects.
 */
import { DescriptorServiceDefinition } from '@forgemesh/proto/api/v1/descriptors';
import type { Caller, MemberHealth } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import type { Channels } from '../upstream/channels';
import type { Catalogue } from './catalogue';
import type { DescriptorStore } from './descriptor-store';

/** Default time between two calls that fetch the descriptors of a service, in milliseconds. */
export const DISCOVERY_INTERVAL_MS = 3_000;
const RETRY_MS = 500;
const TIMEOUT_MS = 5_000;
/** A service that starts together with the gateway may need this long until it responds. */
const START_MS = 30_000;

/** State of a service. */
export interface ServiceState {
  name: string;
  /** `away`: the last call failed; `unknown`: no call has succeeded yet. */
  health: 'healthy' | 'away' | 'unknown';
  /** Digest of its descriptor set; null before the first response, like the fields below. */
  contract: string | null;
  revision: string | null;
  started_at: string | null;
  last_answered_at: string | null;
}

/** State of a process of a service of which any process serves each call. */
export interface ProcessState {
  name: string;
  /** `degraded`: it answers that it has lost the database. */
  health: 'healthy' | 'stopping' | 'degraded' | 'away' | 'unknown';
  /** Null before the first response. */
  last_answered_at: string | null;
}

const healthOfMembers: Record<MemberHealth, ProcessState['health']> = {
  live: 'healthy',
  stopping: 'stopping',
  degraded: 'degraded',
  lost: 'away',
  unknown: 'unknown',
};

/** Watches the services. */
export interface Discovery {
  /** Services that have not responded since the start. */
  pending(): string[];
  /** States of the services, in the configured order. */
  states(): ServiceState[];
  /** States of the processes of the services of which any process serves each call, by service. */
  processes(): Record<string, ProcessState[]>;
  stop(): void;
}

/** Dependencies of discovery. */
export interface DiscoveryOptions {
  services: string[];
  caller: Caller;
  channels: Channels;
  catalogue: Catalogue;
  store: DescriptorStore;
  log: Logger;
  /** Time between two calls of a service. */
  intervalMs: number;
}

/**
 * Starts watching. Stored sets are used immediately, so that their routes exist before the services
 * respond.
 */
export function startDiscovery(options: DiscoveryOptions): Discovery {
  const pending = new Set(options.services);
  const states = new Map(options.services.map((name) => [name, unknownState(name)]));
  const onState = (name: string, update: Partial<ServiceState>): void => {
    states.set(name, { ...(states.get(name) ?? unknownState(name)), ...update });
    if (update.health === 'healthy') pending.delete(name);
  };
  const watches = options.services.map((service) => watchService(options, service, onState));
  return {
    pending: () => [...pending],
    states: () => [...states.values()],
    processes: () => processStates(options),
    stop: () => watches.forEach((stop) => stop()),
  };
}

function processStates({ services, channels }: DiscoveryOptions): Record<string, ProcessState[]> {
  const found: Record<string, ProcessState[]> = {};
  for (const service of services) {
    const pool = channels.poolOf(service);
    if (!pool) continue;
    const processes = pool.states().map(({ name, health, answeredAt }) => ({
      name,
      health: healthOfMembers[health],
      last_answered_at: answeredAt?.toISOString() ?? null,
    }));
    found[service] = processes.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  }
  return found;
}

function unknownState(name: string): ServiceState {
  return { name, health: 'unknown', contract: null, revision: null, started_at: null, last_answered_at: null };
}

function watchService(
  options: DiscoveryOptions,
  service: string,
  onState: (service: string, update: Partial<ServiceState>) => void,
): () => void {
  const { caller, channels, catalogue, store, log, intervalMs } = options;
  const descriptors = caller.client(DescriptorServiceDefinition, service);
  let knownVersion = '';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isFetching = false;
  let isKnown = false;
  const startedAt = performance.now();

  const stored = store.load(service);
  if (stored) {
    try {
      catalogue.accept(service, stored);
      knownVersion = stored.version;
    } catch (error) {
      log.warn({ err: error, discovered_service: service }, 'stored descriptors are invalid');
    }
  }

  const fetchDescriptors = async (): Promise<void> => {
    if (isFetching || isStopped) return;
    isFetching = true;
    clearTimeout(timer);
    let delay = intervalMs;
    try {
      const response = await descriptors.getDescriptors({ known_version: knownVersion }, { timeoutMs: TIMEOUT_MS });
      const { version, file_descriptor_set: bytes, revision, started_at } = response;
      if (bytes.length > 0) {
        catalogue.accept(service, { version, bytes });
        store.save(service, { version, bytes });
        knownVersion = version;
      }
      catalogue.seen(service, version);
      isKnown = true;
      const last_answered_at = new Date().toISOString();
      onState(service, { health: 'healthy', contract: version, revision, started_at, last_answered_at });
    } catch (error) {
      delay = RETRY_MS;
      onState(service, { health: 'away' });
      const isStarting = !isKnown && performance.now() - startedAt < START_MS;
      const level = isStarting ? 'info' : 'warn';
      if (!isStopped) log[level]({ err: error, discovered_service: service }, 'descriptors not fetched');
    }
    isFetching = false;
    if (!isStopped) timer = setTimeout(fetchDescriptors, delay).unref();
  };

  const stopWatching = channels.onReady(service, () => void fetchDescriptors());
  void fetchDescriptors();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopWatching();
  };
}

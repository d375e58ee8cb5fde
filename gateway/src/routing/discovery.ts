/**
 * Asks every service for its descriptors: at start, every few seconds, and at once when its channel
 * comes back.
 */
import { DescriptorServiceDefinition } from '@forgemesh/proto/api/v1/descriptors';
import type { Caller } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import type { Channels } from '../upstream/channels';
import type { Catalogue } from './catalogue';
import type { DescriptorStore } from './descriptor-store';

const INTERVAL_MS = 3_000;
const RETRY_MS = 500;
const TIMEOUT_MS = 5_000;

/** What a service told of itself, and whether it answers. */
export interface ServiceState {
  name: string;
  /** `away` where the last question was not answered, `unknown` before the first answer. */
  health: 'healthy' | 'away' | 'unknown';
  /** Digest of the operations that it offers; null before the first answer, as what follows. */
  contract: string | null;
  revision: string | null;
  started_at: string | null;
  last_answered_at: string | null;
}

/** Watches the services. */
export interface Discovery {
  /** Services that have not answered since the start. */
  unanswered(): string[];
  /** What is known of each service, in the order in which they were given. */
  facts(): ServiceState[];
  stop(): void;
}

/** What discovery works with. */
export interface DiscoveryOptions {
  services: string[];
  caller: Caller;
  channels: Channels;
  catalogue: Catalogue;
  store: DescriptorStore;
  log: Logger;
}

/**
 * Starts watching. Kept sets count at once, so that known routes exist before their services
 * answer.
 */
export function startDiscovery(options: DiscoveryOptions): Discovery {
  const unanswered = new Set(options.services);
  const facts = new Map(options.services.map((name) => [name, unknownFacts(name)]));
  const onFacts = (name: string, told: Partial<ServiceState>): void => {
    facts.set(name, { ...(facts.get(name) ?? unknownFacts(name)), ...told });
    if (told.health === 'healthy') unanswered.delete(name);
  };
  const watches = options.services.map((service) => watchService(options, service, onFacts));
  return {
    unanswered: () => [...unanswered],
    facts: () => [...facts.values()],
    stop: () => watches.forEach((stop) => stop()),
  };
}

function unknownFacts(name: string): ServiceState {
  return { name, health: 'unknown', contract: null, revision: null, started_at: null, last_answered_at: null };
}

function watchService(
  options: DiscoveryOptions,
  service: string,
  onFacts: (service: string, told: Partial<ServiceState>) => void,
): () => void {
  const { caller, channels, catalogue, store, log } = options;
  const descriptors = caller.client(DescriptorServiceDefinition, service);
  let known = '';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isAsking = false;

  const kept = store.load(service);
  if (kept) {
    try {
      catalogue.accept(service, kept);
      known = kept.version;
    } catch (error) {
      log.warn({ err: error, discovered_service: service }, 'kept descriptors are not valid');
    }
  }

  const ask = async (): Promise<void> => {
    if (isAsking || isStopped) return;
    isAsking = true;
    clearTimeout(timer);
    let delay = INTERVAL_MS;
    try {
      const answer = await descriptors.getDescriptors({ known_version: known }, { timeoutMs: TIMEOUT_MS });
      const { version, file_descriptor_set: bytes, revision, started_at } = answer;
      if (bytes.length > 0) {
        catalogue.accept(service, { version, bytes });
        store.save(service, { version, bytes });
        known = version;
      }
      catalogue.seen(service, version);
      const last_answered_at = new Date().toISOString();
      onFacts(service, { health: 'healthy', contract: version, revision, started_at, last_answered_at });
    } catch (error) {
      delay = RETRY_MS;
      onFacts(service, { health: 'away' });
      if (!isStopped) log.warn({ err: error, discovered_service: service }, 'descriptors cannot be had');
    }
    isAsking = false;
    if (!isStopped) timer = setTimeout(ask, delay).unref();
  };

  const stopWatching = channels.of(service).onReady(() => void ask());
  void ask();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopWatching();
  };
}

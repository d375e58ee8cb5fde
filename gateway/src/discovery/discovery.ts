/** Asks every service for its descriptors: at start, every few seconds, and at once when its channel comes back. */
import { connectivityState, type Client } from '@grpc/grpc-js';
import { DescriptorServiceService } from '@forgemesh/proto/api/v1/descriptors';
import type { Caller, Logger } from '@forgemesh/kit';
import type { Channels } from '../mesh/channels';
import type { Catalogue } from './catalogue';
import type { DescriptorStore } from './descriptor-store';

const INTERVAL_MS = 3_000;
const RETRY_MS = 500;
const TIMEOUT_MS = 5_000;

/** Watches the services. */
export interface Discovery {
  /** Services that have not answered since the start. */
  unanswered(): string[];
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

/** Starts watching. Kept sets count at once, so that known routes exist before their services answer. */
export function startDiscovery(options: DiscoveryOptions): Discovery {
  const unanswered = new Set(options.services);
  const watches = options.services.map((service) => watchService(options, service, unanswered));
  return {
    unanswered: () => [...unanswered],
    stop: () => watches.forEach((stop) => stop()),
  };
}

function watchService(options: DiscoveryOptions, service: string, unanswered: Set<string>): () => void {
  const { caller, channels, catalogue, store, log } = options;
  const descriptors = caller.client(DescriptorServiceService, service);
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
      const { version, file_descriptor_set: bytes } = await descriptors.getDescriptors(
        { known_version: known },
        { timeoutMs: TIMEOUT_MS },
      );
      if (bytes.length > 0) {
        catalogue.accept(service, { version, bytes });
        store.save(service, { version, bytes });
        known = version;
      }
      catalogue.seen(service, version);
      unanswered.delete(service);
    } catch (error) {
      delay = RETRY_MS;
      if (!isStopped) log.warn({ err: error, discovered_service: service }, 'descriptors cannot be had');
    }
    isAsking = false;
    if (!isStopped) timer = setTimeout(ask, delay).unref();
  };

  const stopWatching = watchReconnect(channels.of(service), () => void ask());
  void ask();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopWatching();
  };
}

/** Tells every time that a channel becomes ready after it was not. */
function watchReconnect(client: Client, onReady: () => void): () => void {
  const channel = client.getChannel();
  let isStopped = false;
  const follow = (state: connectivityState): void => {
    channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, (error) => {
      if (isStopped || error) return;
      // Asking with `true` opens an idle channel: a lost service is looked for without waiting for a request.
      const next = channel.getConnectivityState(true);
      if (next === connectivityState.READY) onReady();
      follow(next);
    });
  };
  follow(channel.getConnectivityState(true));
  return () => {
    isStopped = true;
  };
}

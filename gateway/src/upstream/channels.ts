/**
 * Connections to the services that own operations: one channel per address, opened at the first
 * call and reused.
 */
import {
  channelOptions,
  createStorageRouter,
  DEFAULT_STORAGE,
  isStorageKey,
  openChannel,
  type Channel,
  type LocalServices,
} from '@forgemesh/rpc';
import type { ProcessTls } from '@forgemesh/security';

/** The channels of the gateway. */
export interface Channels {
  /**
   * Returns the channel to a service, or to the shard that serves a storage if the service has
   * shards. Throws UnavailableError if no address is configured.
   */
  of(service: string, storage?: string): Channel;
  /**
   * Returns the services of this process if it runs the service that serves a storage; undefined
   * for services of other processes.
   */
  localOf(service: string, storage?: string): LocalServices | undefined;
  /**
   * Calls the listener each time the service becomes ready. Returns a function that removes the
   * listener.
   */
  onReady(service: string, listener: () => void): () => void;
  close(): void;
}

/**
 * Minimum wait for a service that has been unavailable for longer than the wait timeout, in
 * milliseconds.
 */
const MIN_WAIT_MS = 1_000;

/** How long requests wait for an unavailable storage or service, in milliseconds. */
export interface ChannelWaitTimeouts {
  storageMs: number;
  serviceMs: number;
}

/**
 * Opens channels to addresses by service name, with TLS if the process has it.
 * @param local the services of this process
 */
export function openChannels(
  addresses: Record<string, string>,
  timeouts: ChannelWaitTimeouts,
  { tls, local }: { tls?: ProcessTls | undefined; local?: LocalServices | undefined } = {},
): Channels {
  const router = createStorageRouter(addresses);
  const channels = new Map<string, Channel>();
  const options = { ...channelOptions, 'grpc.max_send_message_length': -1 };
  const localOf: Channels['localOf'] = (service, storage) => {
    const shard = storage !== undefined && router.isSharded(service) ? storage || DEFAULT_STORAGE : undefined;
    return local?.has(service, shard) ? local : undefined;
  };
  const opened: Channels = {
    of(service, storage) {
      const key = router.keyOf(service, storage);
      let channel = channels.get(key);
      if (!channel) {
        const connectionOptions = isStorageKey(key)
          ? { waitTimeoutMs: timeouts.storageMs }
          : { waitTimeoutMs: timeouts.serviceMs, minWaitMs: MIN_WAIT_MS };
        const credentials = tls?.channelCredentials(router.namesAt(key));
        channels.set(
          key,
          (channel = openChannel(router.addressOf(key), options, { ...connectionOptions, credentials })),
        );
      }
      return channel;
    },
    localOf,
    onReady: (service, listener) =>
      localOf(service)?.onReady(service, listener) ?? opened.of(service).onReady(listener),
    close: () => channels.forEach((channel) => channel.close()),
  };
  return opened;
}

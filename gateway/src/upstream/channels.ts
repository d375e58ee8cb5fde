/**
 * Connections to the services that own operations: one channel per address, opened at the first
 * call and reused.
 */
import { channelOptions, createStorageRouter, isStorageKey, openChannel, type Channel } from '@forgemesh/rpc';
import type { ProcessTls } from '@forgemesh/security';

/** The channels of the gateway. */
export interface Channels {
  /**
   * Returns the channel to a service, or to the shard that serves a storage if the service has
   * shards. Throws UnavailableError if no address is configured.
   */
  of(service: string, storage?: string): Channel;
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

/** Opens channels to addresses by service name, with TLS if the process has it. */
export function openChannels(
  addresses: Record<string, string>,
  timeouts: ChannelWaitTimeouts,
  tls: ProcessTls | undefined,
): Channels {
  const router = createStorageRouter(addresses);
  const channels = new Map<string, Channel>();
  const options = { ...channelOptions, 'grpc.max_send_message_length': -1 };
  return {
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
    close: () => channels.forEach((channel) => channel.close()),
  };
}

/**
 * Connections to the services that own operations: one channel per address, opened at the first
 * call and kept.
 */
import { channelOptions, createRouter, isStorageKey, openChannel, type Channel } from '@forgemesh/rpc';
import type { ProcessTls } from '@forgemesh/security';

/** The channels of the gateway. */
export interface Channels {
  /**
   * Channel to a service; to the shard that serves a storage, where one is known and the service
   * has shards. Throws UnavailableError where no address is configured.
   */
  of(service: string, storage?: string): Channel;
  close(): void;
}

/**
 * Requests to a service that was unavailable for long wait at least this long for it, in
 * milliseconds.
 */
const MIN_WAIT_MS = 1_000;

/** How long requests wait for an unavailable storage or service, in milliseconds. */
export interface ChannelWaitTimeouts {
  storageMs: number;
  serviceMs: number;
}

/** Opens channels to addresses by service name, with TLS where the process has it. */
export function openChannels(
  addresses: Record<string, string>,
  patience: ChannelWaitTimeouts,
  tls: ProcessTls | undefined,
): Channels {
  const router = createRouter(addresses);
  const channels = new Map<string, Channel>();
  const options = { ...channelOptions, 'grpc.max_send_message_length': -1 };
  return {
    of(service, storage) {
      const key = router.keyOf(service, storage);
      let channel = channels.get(key);
      if (!channel) {
        const upkeep = isStorageKey(key)
          ? { waitTimeoutMs: patience.storageMs }
          : { waitTimeoutMs: patience.serviceMs, leastMs: MIN_WAIT_MS };
        const credentials = tls?.channelCredentials(router.namesAt(key));
        channels.set(key, (channel = openChannel(router.addressOf(key), options, { ...upkeep, credentials })));
      }
      return channel;
    },
    close: () => channels.forEach((channel) => channel.close()),
  };
}

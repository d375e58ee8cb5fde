/**
 * Connections to the services that own operations: one channel per address, opened at the first
 * call and reused.
 */
import {
  channelOptions,
  createMemberPools,
  createStorageRouter,
  DEFAULT_STORAGE,
  isStorageKey,
  openChannel,
  type Channel,
  type LocalServices,
  type MemberPool,
  type MemberPools,
  type PoolRoute,
} from '@forgemesh/rpc';
import type { ProcessTls } from '@forgemesh/security';

/** The channels of the gateway. */
export interface Channels {
  /**
   * Returns the channel to a service, or to the shard that serves a storage if the service has
   * shards. In a pool, the route chooses the process for one call and its retries. Throws
   * UnavailableError if no address is configured.
   */
  of(service: string, storage?: string, route?: PoolRoute): Channel;
  /**
   * Returns the processes of which any serves a storage of a service; undefined if a single one
   * does.
   */
  poolOf(service: string, storage?: string): MemberPool | undefined;
  /** All pools, for other callers of this process. */
  pools: MemberPools;
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

/** How channels are opened. */
export interface ChannelOptions {
  /** TLS of this process; absent if the processes communicate without TLS. */
  tls?: ProcessTls | undefined;
  /** The services of this process. */
  local?: LocalServices | undefined;
  /** Number of processes of a pool that reads of one project are spread over. */
  warmMembers?: number;
}

/** Opens channels to addresses by service name. */
export function openChannels(
  addresses: Record<string, string>,
  timeouts: ChannelWaitTimeouts,
  { tls, local, warmMembers }: ChannelOptions = {},
): Channels {
  const router = createStorageRouter(addresses);
  // The gateway repeats interrupted writes with the same operation id.
  const pools = createMemberPools({
    router,
    tls,
    waitTimeoutMs: timeouts.storageMs,
    warmMembers,
    areWritesRepeated: true,
  });
  const channels = new Map<string, Channel>();
  const options = { ...channelOptions, 'grpc.max_send_message_length': -1 };
  const localOf: Channels['localOf'] = (service, storage) => {
    const shard = storage !== undefined && router.isSharded(service) ? storage || DEFAULT_STORAGE : undefined;
    return local?.has(service, shard) ? local : undefined;
  };
  const opened: Channels = {
    pools,
    poolOf: (service, storage) => pools.at(router.keyOf(service, storage)),
    of(service, storage, route = { isRead: true }) {
      const key = router.keyOf(service, storage);
      const pool = pools.at(key);
      if (pool) return pool.channelFor(route);
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
    close() {
      channels.forEach((channel) => channel.close());
      pools.close();
    },
  };
  return opened;
}

/** The pools in an address map, shared by all callers of a process. */
import type { ProcessTls } from '@forgemesh/security';
import { channelOptions } from '../channel-options';
import { openChannel } from '../channel';
import type { StorageRouter } from '../storage-router';
import { MemberPool } from './member-pool';
import { isPoolAddress } from './pool-address';

/** Pools by their keys in an address map. */
export interface MemberPools {
  /** Returns the pool at a key of the address map; undefined if there is a single address. */
  at(key: string): MemberPool | undefined;
  close(): void;
}

/** Options of all pools of a process. */
export interface MemberPoolsOptions {
  router: StorageRouter;
  /** TLS of this process; undefined if the processes communicate without TLS. */
  tls: ProcessTls | undefined;
  /** How long calls wait while no member is available, in milliseconds. */
  waitTimeoutMs: number;
  /** Number of members that reads of one project are spread over. */
  warmMembers?: number | undefined;
  /** Whether calls that write are cancelled and repeated elsewhere if their member is lost. */
  areWritesRepeated?: boolean;
}

/** Default number of members that reads of one project are spread over. */
const WARM_MEMBERS = 2;

/** Creates the pools of a process. Several keys with one address share a pool. */
export function createMemberPools({
  router,
  tls,
  waitTimeoutMs,
  warmMembers = WARM_MEMBERS,
  areWritesRepeated = false,
}: MemberPoolsOptions): MemberPools {
  const pools = new Map<string, MemberPool>();
  return {
    at(key) {
      const address = router.findAddress(key);
      if (address === undefined || !isPoolAddress(address)) return undefined;
      let pool = pools.get(address);
      if (!pool) {
        pool = new MemberPool(address, {
          waitTimeoutMs,
          warmMembers,
          areWritesRepeated,
          open: (member, interceptor) =>
            openChannel(
              member,
              { ...channelOptions, 'grpc.max_send_message_length': -1 },
              { credentials: tls?.channelCredentials(router.namesAt(key)), interceptors: [interceptor] },
            ),
        });
        pools.set(address, pool);
      }
      return pool;
    },
    close: () => pools.forEach((pool) => pool.close()),
  };
}

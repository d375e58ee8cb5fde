/** Metrics of the cache of packs for clones and fetches. */
import { addMeasuredGauge, type Metrics } from '@forgemesh/telemetry';
import type { TransportHost } from './transport-host';

/** Adds the gauges; their values are a few seconds old. */
export function measurePackCache(metrics: Metrics, transport: Pick<TransportHost, 'packCacheCounts'>): void {
  addMeasuredGauge(metrics, {
    name: 'forge_git_pack_cache_requests',
    help: 'Requests for packs that were found in the cache (hit) or not (miss) since the start of the git worker',
    labelNames: ['outcome'],
    async measure(set) {
      const { hits, misses } = transport.packCacheCounts;
      set({ outcome: 'hit' }, hits);
      set({ outcome: 'miss' }, misses);
    },
  });
  addMeasuredGauge(metrics, {
    name: 'forge_git_pack_cache_bytes',
    help: 'Size of the cached packs',
    labelNames: [],
    async measure(set) {
      set({}, transport.packCacheCounts.bytes);
    },
  });
}

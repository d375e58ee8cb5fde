/** Metrics of the files that clones and fetches are served from. */
import { addMeasuredGauge, type Metrics } from '@forgemesh/telemetry';
import type { TransportHost } from './transport-host';

/** Adds the gauges; their values are a few seconds old. */
export function measureTransport(metrics: Metrics, transport: Pick<TransportHost, 'usage'>): void {
  addMeasuredGauge(metrics, {
    name: 'forge_git_pack_cache_requests',
    help: 'Requests for packs that were found in the cache (hit) or not (miss) since the start of the git worker',
    labelNames: ['outcome'],
    async measure(set) {
      const { hits, misses } = transport.usage.pack_cache;
      set({ outcome: 'hit' }, hits);
      set({ outcome: 'miss' }, misses);
    },
  });
  addMeasuredGauge(metrics, {
    name: 'forge_git_pack_cache_bytes',
    help: 'Size of the cached packs',
    labelNames: [],
    async measure(set) {
      set({}, transport.usage.pack_cache.bytes);
    },
  });
  addMeasuredGauge(metrics, {
    name: 'forge_git_clone_bundle_downloads',
    help: 'Downloads of clone bundles since the start of the git worker',
    labelNames: [],
    async measure(set) {
      set({}, transport.usage.clone_bundles.downloads);
    },
  });
  addMeasuredGauge(metrics, {
    name: 'forge_git_clone_bundle_bytes',
    help: 'Bytes of clone bundles sent since the start of the git worker',
    labelNames: [],
    async measure(set) {
      set({}, transport.usage.clone_bundles.bytes);
    },
  });
}

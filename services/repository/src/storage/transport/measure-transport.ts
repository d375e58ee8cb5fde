/** Metrics of git clients: slots, transfers, and the files that clones are served from. */
import { addMeasuredGauge, type Metrics } from '@forgemesh/telemetry';
import type { TransportHost } from './transport-host';

/** Adds the gauges; their values are a few seconds old. */
export function measureTransport(metrics: Metrics, transport: Pick<TransportHost, 'usage'>): void {
  addMeasuredGauge(metrics, {
    name: 'forge_git_slots',
    help: 'Requests that git works for (running) or that wait for a slot (waiting), by kind of work',
    labelNames: ['kind', 'state'],
    async measure(set) {
      for (const [kind, { running, waiting }] of Object.entries(transport.usage?.slots ?? {})) {
        set({ kind, state: 'running' }, running);
        set({ kind, state: 'waiting' }, waiting);
      }
    },
  });
  addMeasuredGauge(metrics, {
    name: 'forge_git_refused_requests',
    help: 'Requests that were refused since the start of the git worker because too many were running or waiting',
    labelNames: ['kind'],
    async measure(set) {
      const { slots, transfers } = transport.usage ?? {};
      for (const [kind, { refused }] of Object.entries({ ...slots, ...(transfers && { transfer: transfers }) }))
        set({ kind }, refused);
    },
  });
  addMeasuredGauge(metrics, {
    name: 'forge_git_transfers',
    help: 'Requests and sessions of git clients that have not received their last byte',
    labelNames: [],
    async measure(set) {
      set({}, transport.usage?.transfers.running ?? 0);
    },
  });
  addMeasuredGauge(metrics, {
    name: 'forge_git_spool_bytes',
    help: 'Disk space of content that waits for slow git clients',
    labelNames: [],
    async measure(set) {
      set({}, transport.usage?.spool_bytes ?? 0);
    },
  });
  addMeasuredGauge(metrics, {
    name: 'forge_git_slow_clients',
    help: 'Git clients that were disconnected since the start of the git worker because they were too slow',
    labelNames: [],
    async measure(set) {
      set({}, transport.usage?.slow_clients ?? 0);
    },
  });
  addMeasuredGauge(metrics, {
    name: 'forge_git_pack_cache_requests',
    help: 'Requests for packs that were found in the cache (hit) or not (miss) since the start of the git worker',
    labelNames: ['outcome'],
    async measure(set) {
      const { hits = 0, misses = 0 } = transport.usage?.pack_cache ?? {};
      set({ outcome: 'hit' }, hits);
      set({ outcome: 'miss' }, misses);
    },
  });
  addMeasuredGauge(metrics, {
    name: 'forge_git_pack_cache_bytes',
    help: 'Size of the cached packs',
    labelNames: [],
    async measure(set) {
      set({}, transport.usage?.pack_cache.bytes ?? 0);
    },
  });
  addMeasuredGauge(metrics, {
    name: 'forge_git_clone_bundle_downloads',
    help: 'Downloads of clone bundles since the start of the git worker',
    labelNames: [],
    async measure(set) {
      set({}, transport.usage?.clone_bundles.downloads ?? 0);
    },
  });
  addMeasuredGauge(metrics, {
    name: 'forge_git_clone_bundle_bytes',
    help: 'Bytes of clone bundles sent since the start of the git worker',
    labelNames: [],
    async measure(set) {
      set({}, transport.usage?.clone_bundles.bytes ?? 0);
    },
  });
}

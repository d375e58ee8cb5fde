import { createMetrics } from '@forgemesh/telemetry';
import { measurePackCache } from './measure-pack-cache';

it('shows the use of the pack cache', async () => {
  const metrics = createMetrics('repository');
  const transport = { packCacheCounts: { hits: 0, misses: 0, bytes: 0 } };
  measurePackCache(metrics, transport);
  transport.packCacheCounts = { hits: 3, misses: 2, bytes: 4000 };
  const text = await metrics.registry.metrics();
  expect(text).toContain('forge_git_pack_cache_requests{outcome="hit",service="repository"} 3');
  expect(text).toContain('forge_git_pack_cache_requests{outcome="miss",service="repository"} 2');
  expect(text).toContain('forge_git_pack_cache_bytes{service="repository"} 4000');
});

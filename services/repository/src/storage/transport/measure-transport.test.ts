import { createMetrics } from '@forgemesh/telemetry';
import { measureTransport } from './measure-transport';

it('shows the use of the pack cache and of clone bundles', async () => {
  const metrics = createMetrics('repository');
  const transport = {
    usage: { pack_cache: { hits: 0, misses: 0, bytes: 0 }, clone_bundles: { downloads: 0, bytes: 0 } },
  };
  measureTransport(metrics, transport);
  transport.usage = { pack_cache: { hits: 3, misses: 2, bytes: 4000 }, clone_bundles: { downloads: 5, bytes: 6000 } };
  const text = await metrics.registry.metrics();
  expect(text).toContain('forge_git_pack_cache_requests{outcome="hit",service="repository"} 3');
  expect(text).toContain('forge_git_pack_cache_requests{outcome="miss",service="repository"} 2');
  expect(text).toContain('forge_git_pack_cache_bytes{service="repository"} 4000');
  expect(text).toContain('forge_git_clone_bundle_downloads{service="repository"} 5');
  expect(text).toContain('forge_git_clone_bundle_bytes{service="repository"} 6000');
});

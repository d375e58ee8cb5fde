import type { TransportUsage } from '@forgemesh/git-engine';
import { createMetrics } from '@forgemesh/telemetry';
import { measureTransport } from './measure-transport';

const idle = { running: 0, waiting: 0, refused: 0 };
const usage: TransportUsage = {
  slots: { advertise: idle, upload: { running: 4, waiting: 7, refused: 9 }, receive: idle },
  transfers: { running: 30, waiting: 0, refused: 2 },
  spool_bytes: 7000,
  slow_clients: 8,
  pack_cache: { hits: 3, misses: 2, bytes: 4000 },
  clone_bundles: { downloads: 5, bytes: 6000 },
};

it('shows the use of the transport', async () => {
  const metrics = createMetrics('repository');
  const transport: { usage: TransportUsage | undefined } = { usage: undefined };
  measureTransport(metrics, transport);
  expect(await metrics.registry.metrics()).toContain('forge_git_transfers{service="repository"} 0');
  transport.usage = usage;
  const text = await metrics.registry.metrics();
  expect(text).toContain('forge_git_slots{kind="upload",state="running",service="repository"} 4');
  expect(text).toContain('forge_git_slots{kind="upload",state="waiting",service="repository"} 7');
  expect(text).toContain('forge_git_refused_requests{kind="upload",service="repository"} 9');
  expect(text).toContain('forge_git_refused_requests{kind="transfer",service="repository"} 2');
  expect(text).toContain('forge_git_transfers{service="repository"} 30');
  expect(text).toContain('forge_git_spool_bytes{service="repository"} 7000');
  expect(text).toContain('forge_git_slow_clients{service="repository"} 8');
  expect(text).toContain('forge_git_pack_cache_requests{outcome="hit",service="repository"} 3');
  expect(text).toContain('forge_git_pack_cache_requests{outcome="miss",service="repository"} 2');
  expect(text).toContain('forge_git_pack_cache_bytes{service="repository"} 4000');
  expect(text).toContain('forge_git_clone_bundle_downloads{service="repository"} 5');
  expect(text).toContain('forge_git_clone_bundle_bytes{service="repository"} 6000');
});

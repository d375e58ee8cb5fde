import { createMetrics } from '@forgemesh/telemetry';
import { addProcessMetrics } from './process-metrics';

describe('forge_service_processes', () => {
  it('counts the processes of a service by health', async () => {
    const metrics = createMetrics('gateway');
    const processes = (['healthy', 'healthy', 'away'] as const).map((health, index) => ({
      name: String(index),
      health,
      last_answered_at: null,
    }));
    addProcessMetrics(metrics, { processes: () => ({ repository: processes }) });
    const text = await metrics.registry.metrics();
    expect(text).toContain('forge_service_processes{target="repository",health="healthy",service="gateway"} 2');
    expect(text).toContain('forge_service_processes{target="repository",health="away",service="gateway"} 1');
    expect(text).toContain('forge_service_processes{target="repository",health="degraded",service="gateway"} 0');
  });
});

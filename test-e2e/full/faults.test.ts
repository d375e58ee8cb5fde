/** A few faults of the catalogue under a mixed load; `npm run faults` injects all of them. */
import { silentLog } from '../../scripts/test/mesh.cjs';
import { injectFaults } from '../../scripts/faults/inject-faults.cjs';

const selected = [
  'kill -9 collaboration',
  'kill -9 NATS',
  'SIGSTOP repository',
  'disk full: repositories',
  'read-only disk: repositories',
  'clock +10 min: all',
  'clock -10 min: gateway',
];

it('no acknowledged write is lost, and each event has its effect once', async () => {
  const stops: (() => unknown)[] = [];
  try {
    const options = { isSelected: (name: string) => selected.includes(name) };
    const report = await injectFaults(options, silentLog, { add: (_text, stop) => stops.unshift(stop) });
    for (const { name, reason } of report.skipped) console.warn(`${name}: skipped, because ${reason}`);
    const done = [...report.injected, ...report.skipped.map(({ name }) => name)];
    expect(done.sort()).toEqual([...selected].sort());
    for (const count of Object.values(report.acknowledged)) expect(count).toBeGreaterThan(0);
    expect({ ...report.counts, details: report.details }).toEqual({
      ...Object.fromEntries(Object.keys(report.counts).map((name) => [name, 0])),
      details: [],
    });
  } finally {
    for (const stop of stops) await stop();
  }
});

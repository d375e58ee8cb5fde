/** A few faults of the catalogue under a mixed load; `npm run faults` strikes with all of them. */
import { silentLog } from '../tools/test/mesh.cjs';
import { strike } from '../tools/faults/strike.cjs';

const wanted = [
  ...['kill -9 collaboration', 'SIGSTOP repository', 'kill -9 NATS'],
  ...['disk full: repositories', 'read-only disk: repositories', 'clock -10 min: gateway', 'clock +10 min: all'],
];

it('nothing acknowledged is lost, and each event has its effect once', async () => {
  const stops: (() => unknown)[] = [];
  try {
    const options = { isWanted: (name: string) => wanted.includes(name) };
    const report = await strike(options, silentLog, { add: (_text, stop) => stops.unshift(stop) });
    for (const { name, why } of report.skipped) console.warn(`${name}: skipped, since ${why}`);
    const done = [...report.struck, ...report.skipped.map(({ name }) => name)];
    expect(done.sort()).toEqual([...wanted].sort());
    for (const count of Object.values(report.acknowledged)) expect(count).toBeGreaterThan(0);
    expect({ ...report.counts, details: report.details }).toEqual({
      ...Object.fromEntries(Object.keys(report.counts).map((name) => [name, 0])),
      details: [],
    });
  } finally {
    for (const stop of stops) await stop();
  }
});

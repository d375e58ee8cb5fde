import { cpuSecondsOf } from './cpu-time';
import { WorkWatch, type Observation } from './work-watch';

const limits = { idleMs: 60_000, maxSilentCpuSeconds: 300 };
const nothing: Observation = { now: 0, cpuSeconds: 0, hasTraffic: false, hasOutput: false };

describe('a process', () => {
  it('is idle if it neither reads, writes nor works', () => {
    const watch = new WorkWatch(limits, 0);
    expect(watch.check({ ...nothing, now: 50_000, hasTraffic: true })).toBeUndefined();
    expect(watch.check({ ...nothing, now: 110_000 })).toBeUndefined();
    expect(watch.check({ ...nothing, now: 110_001 })).toBe('idle');
  });

  it('is not idle while it uses a processor', () => {
    const watch = new WorkWatch(limits, 0);
    for (let second = 1; second < 200; second++)
      expect(watch.check({ ...nothing, now: 1000 * second, cpuSeconds: second / 2 })).toBeUndefined();
    expect(watch.check({ ...nothing, now: 1_000_000, cpuSeconds: 100.1 })).toBe('idle');
  });

  it('may use so much processor time without output, whatever progress it reports', () => {
    const watch = new WorkWatch(limits, 0);
    const progress = { hasTraffic: true, hasOutput: false };
    expect(watch.check({ now: 400_000, cpuSeconds: 300, ...progress })).toBeUndefined();
    expect(watch.check({ now: 401_000, cpuSeconds: 300.1, ...progress })).toBe('cpu');
  });

  it('may use the same again after each output', () => {
    const watch = new WorkWatch(limits, 0);
    for (let turn = 1; turn < 5; turn++) {
      const observation = { now: turn * 30_000, cpuSeconds: turn * 200, hasTraffic: true, hasOutput: true };
      expect(watch.check(observation)).toBeUndefined();
    }
  });

  it('is measured by the elapsed time where processor time is unknown', () => {
    const watch = new WorkWatch(limits, 1000);
    const unknown = { cpuSeconds: undefined, hasTraffic: true, hasOutput: false };
    expect(watch.check({ now: 301_000, ...unknown })).toBeUndefined();
    expect(watch.check({ now: 301_001, ...unknown })).toBe('cpu');
  });
});

it('processor time is read with that of children', () => {
  expect(cpuSecondsOf(process.pid)).toBeGreaterThan(0);
  expect(cpuSecondsOf(2 ** 30)).toBeUndefined();
});

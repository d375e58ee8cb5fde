import { barsOf } from './bars';

describe('barsOf', () => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  const before = (minutes: number): number => now - minutes * 60_000;

  it('counts times by five minutes, the newest last', () => {
    expect(barsOf([before(0), before(4), before(5), before(59)], now)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
  });

  it('leaves out older times and counts those of a faster clock as now', () => {
    expect(barsOf([before(60), before(600), before(-3)], now)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });
});

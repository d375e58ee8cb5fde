import { DAY_MS } from '@forgemesh/service/durations';
import { firstDelayOf } from './run-repository-checks';

it('spreads first checks evenly over 30 days', () => {
  const days = new Array<number>(30).fill(0);
  for (let id = 1; id <= 3_000; id++) {
    const day = Math.floor(firstDelayOf(id) / DAY_MS);
    days[day] = (days[day] ?? 0) + 1;
  }
  expect(days).toHaveLength(30);
  expect(Math.min(...days)).toBeGreaterThan(50);
  expect(Math.max(...days)).toBeLessThan(150);
});

import { doublingDelay, RetryTable } from './retries';

it('retries once for each delay of a table', () => {
  const table = new RetryTable([1_000, 5_000]);
  expect([1, 2, 3].map((attempts) => table.delayAfter(attempts))).toEqual([1_000, 5_000, undefined]);
  expect([1, 2, 3].map((attempts) => table.nextAfter(attempts, 10_000)?.getTime())).toEqual([
    11_000,
    15_000,
    undefined,
  ]);
});

it('doubles a delay up to a maximum', () => {
  const delays = [0, 1, 2, 3, 4, 5_000].map((failures) => doublingDelay(failures, { firstMs: 5, maxMs: 30 }));
  expect(delays).toEqual([5, 5, 10, 20, 30, 30]);
});

import { createHashQueue } from './hash-queue';

/** Work that the test completes. */
function openWork() {
  const ends: (() => void)[] = [];
  const work = () => new Promise<number>((resolve) => ends.push(() => resolve(ends.length)));
  return { ends, work };
}

const turn = () => new Promise(setImmediate);

it('runs up to the limit concurrently, and the others in order', async () => {
  const run = createHashQueue({ maxRunning: 2, maxWaiting: 10 });
  const { ends, work } = openWork();
  const done: number[] = [];
  const all = [1, 2, 3, 4].map((n) => run(work).then(() => done.push(n)));
  await turn();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await turn();
  expect(ends).toHaveLength(3);
  expect(done).toEqual([2]);
  for (let n = 0; n < 4; n++) {
    ends.forEach((end) => end());
    await turn();
  }
  await Promise.all(all);
  expect(ends).toHaveLength(4);
  expect(done).toEqual([2, 1, 3, 4]);
});

it('rejects work when the queue is full, and accepts it when there is room again', async () => {
  const run = createHashQueue({ maxRunning: 1, maxWaiting: 1 });
  const { ends, work } = openWork();
  const [first, second] = [run(work), run(work)];
  await expect(run(work)).rejects.toMatchObject({ reason: 'unavailable', retryAfter: 1 });
  ends[0]?.();
  await first;
  await turn();
  ends[1]?.();
  await second;
  const failed = run(() => Promise.reject(new Error('lost')));
  await expect(failed).rejects.toThrow('lost');
  expect(await run(() => Promise.resolve('good'))).toBe('good');
});

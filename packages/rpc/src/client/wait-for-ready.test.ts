import { ReadyWaiter } from './wait-for-ready';

/** A search that stays pending until the test ends it. */
function openSearch(): { search: () => Promise<boolean>; end: (isReady: boolean) => void } {
  let end: (isReady: boolean) => void = () => undefined;
  const found = new Promise<boolean>((resolve) => (end = resolve));
  return { search: () => found, end };
}

const never = (): Promise<boolean> => Promise.reject(new Error('unexpected search'));

describe('ReadyWaiter', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('waits until the dependency is ready, or has been unavailable for too long', async () => {
    const waiter = new ReadyWaiter(30_000);
    const deadlines: number[] = [];
    const start = Date.now();
    const search = async (deadline: number): Promise<boolean> => {
      deadlines.push(deadline - start);
      return false;
    };
    expect(await waiter.wait(search)).toBe(false);
    jest.setSystemTime(start + 20_000);
    expect(await waiter.wait(search)).toBe(false);
    expect(await waiter.wait(async () => true)).toBe(true);
    // It was ready in between, so the wait timeout starts again.
    expect(await waiter.wait(search)).toBe(false);
    expect(deadlines).toEqual([30_000, 30_000, 50_000]);
  });

  it('resolves immediately after the wait timeout, until the dependency is found', async () => {
    const waiter = new ReadyWaiter(30_000);
    const start = Date.now();
    await waiter.wait(async () => false);
    jest.setSystemTime(start + 30_000);
    expect(await waiter.wait(never)).toBe(false);
    waiter.markReady();
    expect(await waiter.wait(async () => true)).toBe(true);
  });

  it('waits for minWaitMs after the wait timeout', async () => {
    const waiter = new ReadyWaiter(30_000, { minWaitMs: 1_000 });
    const deadlines: number[] = [];
    const start = Date.now();
    const search = async (deadline: number): Promise<boolean> => {
      deadlines.push(deadline - start);
      return false;
    };
    await waiter.wait(search);
    jest.setSystemTime(start + 40_000);
    await waiter.wait(search);
    await waiter.wait(search, Infinity, start + 40_500);
    expect(deadlines).toEqual([30_000, 41_000, 40_500]);
  });

  it('waits shorter on request', async () => {
    const waiter = new ReadyWaiter(30_000);
    const start = Date.now();
    const deadlines: number[] = [];
    const search = async (deadline: number): Promise<boolean> => {
      deadlines.push(deadline - start);
      return false;
    };
    await waiter.wait(search, 10_000);
    await waiter.wait(search, 60_000);
    await waiter.wait(search, 30_000, start + 5_000);
    expect(deadlines).toEqual([10_000, 30_000, 5_000]);
    jest.setSystemTime(start + 10_000);
    expect(await waiter.wait(never, 10_000)).toBe(false);
  });

  it('limits the number of waiting requests', async () => {
    const waiter = new ReadyWaiter(30_000, { maxWaiting: 2 });
    const { search, end } = openSearch();
    const waiting = [waiter.wait(search), waiter.wait(search)];
    expect(await waiter.wait(never)).toBe(false);
    end(true);
    expect(await Promise.all(waiting)).toEqual([true, true]);
    expect(await waiter.wait(async () => true)).toBe(true);
  });
});

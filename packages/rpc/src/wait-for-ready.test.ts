import { ReadyWaiter } from './wait-for-ready';

/** A search that goes on until it is told what it finds. */
function openSearch(): { search: () => Promise<boolean>; end: (isThere: boolean) => void } {
  let end: (isThere: boolean) => void = () => undefined;
  const found = new Promise<boolean>((resolve) => (end = resolve));
  return { search: () => found, end };
}

const never = (): Promise<boolean> => Promise.reject(new Error('nobody should search'));

describe('patience with what is away', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('waits until it is there, or until it has been away for too long', async () => {
    const patience = new ReadyWaiter(30_000);
    const deadlines: number[] = [];
    const start = Date.now();
    const search = async (deadline: number): Promise<boolean> => {
      deadlines.push(deadline - start);
      return false;
    };
    expect(await patience.wait(search)).toBe(false);
    jest.setSystemTime(start + 20_000);
    expect(await patience.wait(search)).toBe(false);
    expect(await patience.wait(async () => true)).toBe(true);
    // It was there in between: what is missed now is missed since now.
    expect(await patience.wait(search)).toBe(false);
    expect(deadlines).toEqual([30_000, 30_000, 50_000]);
  });

  it('refuses at once what has been away for longer, until it is found', async () => {
    const patience = new ReadyWaiter(30_000);
    const start = Date.now();
    await patience.wait(async () => false);
    jest.setSystemTime(start + 30_000);
    expect(await patience.wait(never)).toBe(false);
    patience.found();
    expect(await patience.wait(async () => true)).toBe(true);
  });

  it('waits for a moment only for what has been away for longer, where it is told so', async () => {
    const patience = new ReadyWaiter(30_000, { leastMs: 1_000 });
    const deadlines: number[] = [];
    const start = Date.now();
    const search = async (deadline: number): Promise<boolean> => {
      deadlines.push(deadline - start);
      return false;
    };
    await patience.wait(search);
    jest.setSystemTime(start + 40_000);
    await patience.wait(search);
    await patience.wait(search, Infinity, start + 40_500);
    expect(deadlines).toEqual([30_000, 41_000, 40_500]);
  });

  it('has less of it where less is asked for', async () => {
    const patience = new ReadyWaiter(30_000);
    const start = Date.now();
    const deadlines: number[] = [];
    const search = async (deadline: number): Promise<boolean> => {
      deadlines.push(deadline - start);
      return false;
    };
    await patience.wait(search, 10_000);
    await patience.wait(search, 60_000);
    await patience.wait(search, 30_000, start + 5_000);
    expect(deadlines).toEqual([10_000, 30_000, 5_000]);
    jest.setSystemTime(start + 10_000);
    expect(await patience.wait(never, 10_000)).toBe(false);
  });

  it('is not there for more than so many at once', async () => {
    const patience = new ReadyWaiter(30_000, { most: 2 });
    const { search, end } = openSearch();
    const waiting = [patience.wait(search), patience.wait(search)];
    expect(await patience.wait(never)).toBe(false);
    end(true);
    expect(await Promise.all(waiting)).toEqual([true, true]);
    expect(await patience.wait(async () => true)).toBe(true);
  });
});

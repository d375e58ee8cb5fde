import { isTooSlow, PaceWatch } from './pace';

describe('a transfer is too slow', () => {
  const limits = { seconds: 3600, bytesPerSecond: 1000 };
  it.each([
    [{ bytes: 0, seconds: 29, idle: 29 }, false],
    [{ bytes: 0, seconds: 31, idle: 31 }, true],
    [{ bytes: 30_000, seconds: 31, idle: 0 }, true],
    [{ bytes: 31_000, seconds: 31, idle: 0 }, false],
    [{ bytes: 1e9, seconds: 100, idle: 61 }, true],
    [{ bytes: 1e9, seconds: 3601, idle: 0 }, true],
  ])('with %j: %s', (progress, expected) => {
    expect(isTooSlow(progress, limits)).toBe(expected);
  });

  it('by limits of its own', () => {
    const own = { ...limits, idleSeconds: 1, graceSeconds: 2 };
    expect(isTooSlow({ bytes: 1e9, seconds: 2, idle: 1.1 }, own)).toBe(true);
    expect(isTooSlow({ bytes: 1000, seconds: 2.1, idle: 0 }, own)).toBe(true);
    expect(isTooSlow({ bytes: 0, seconds: 1, idle: 1 }, own)).toBe(false);
  });
});

describe('the watch of a transfer', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const limits = { seconds: 3600, bytesPerSecond: 1000, idleSeconds: 60, graceSeconds: 30 };

  function start(): { watch: PaceWatch; slow: jest.Mock } {
    const slow = jest.fn();
    return { watch: new PaceWatch(limits, slow), slow };
  }

  it('reports a client that does nothing, once', () => {
    const { watch, slow } = start();
    watch.endWait(1e6);
    watch.beginWait();
    jest.advanceTimersByTime(60_000);
    expect(slow).not.toHaveBeenCalled();
    jest.advanceTimersByTime(60_000);
    expect(slow).toHaveBeenCalledTimes(1);
  });

  it('reports a client that is slow on average', () => {
    const { watch, slow } = start();
    for (let second = 0; second < 40; second++) {
      watch.beginWait();
      jest.advanceTimersByTime(1001);
      watch.endWait(500);
    }
    expect(slow).toHaveBeenCalledTimes(1);
  });

  it('does not count the time in which the client is not waited for', () => {
    const { watch, slow } = start();
    for (let second = 0; second < 100; second++) {
      watch.beginWait();
      jest.advanceTimersByTime(100);
      watch.endWait(500);
      jest.advanceTimersByTime(10_000);
    }
    expect(slow).not.toHaveBeenCalled();
  });

  it('ends', () => {
    const { watch, slow } = start();
    watch.beginWait();
    watch.stop();
    jest.advanceTimersByTime(1e6);
    expect(slow).not.toHaveBeenCalled();
  });
});

import { createSettingsAnnouncer, watchSettings, type Settings } from './settings';
import { openTestBus, silentLog } from '@forgemesh/testing/runtime';

describe('settings of the instance', () => {
  const { service, bus } = openTestBus();
  const subject = `${service}.settings_changed`;
  const watchers: Settings<number>[] = [];
  let stored = 1;
  let reads = 0;

  /** Starts a watcher that reads with a delay. */
  async function watch(delayMs: number, via: typeof bus | undefined = bus): Promise<Settings<number>> {
    const fetch = async (): Promise<number> => {
      const now = stored;
      reads++;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return now;
    };
    const watcher = watchSettings({ fetch, bus: via, subject, log: silentLog });
    watchers.push(watcher);
    await watcher.loaded;
    return watcher;
  }

  afterAll(async () => {
    watchers.forEach((watcher) => watcher.close());
    await bus.close();
  });

  it('are updated in every process when an announcement resolves, regardless of speed and join time', async () => {
    await new Promise<void>((resolve) => bus.onConnected(() => Promise.resolve(resolve())));
    // Processes that do not watch are not waited for: that would take an hour.
    const announce = createSettingsAnnouncer(bus, subject, { log: silentLog, discoveryMs: 100, timeoutMs: 3_600_000 });
    const fast = await watch(0);
    for (const delay of [100, 200]) {
      const slow = await watch(delay);
      // Its message that it has joined came before this.
      await (bus.connection() as NonNullable<ReturnType<typeof bus.connection>>).flush();
      stored++;
      await announce();
      expect([fast.current(), slow.current()]).toEqual([stored, stored]);
      stored++;
      await announce();
      expect([fast.current(), slow.current()]).toEqual([stored, stored]);
    }
    expect(reads).toBeGreaterThan(8);
  });

  it('are announced again to a process that missed a request, but not to one that has left', async () => {
    const announce = createSettingsAnnouncer(bus, subject, { log: silentLog, discoveryMs: 1_000, timeoutMs: 1_000 });
    await announce();
    let isUnavailable = false;
    const late = watchSettings({
      fetch: async () => {
        if (isUnavailable) throw new Error('away');
        const now = stored;
        await new Promise((resolve) => setTimeout(resolve, 300));
        return now;
      },
      bus,
      subject,
      log: silentLog,
    });
    await late.loaded;
    await announce();
    isUnavailable = true;
    stored++;
    await announce();
    expect(late.current()).toBe(stored - 1);
    isUnavailable = false;
    await announce();
    expect(late.current()).toBe(stored);
    late.close();
    await (bus.connection() as NonNullable<ReturnType<typeof bus.connection>>).flush();
    stored++;
    await announce();
    expect(watchers.map((watcher) => watcher.current())).toEqual(watchers.map(() => stored));
  });

  it('are undefined until they are loaded', async () => {
    const watcher = watchSettings({
      fetch: () => new Promise<number>(() => undefined),
      bus: undefined,
      subject,
      log: silentLog,
    });
    expect(watcher.peek()).toBeUndefined();
    expect(() => watcher.current()).toThrow('The settings are not loaded yet');
    watcher.close();
    expect((await watch(0, undefined)).peek()).toBe(stored);
  });

  it('are requested again until the owner responds', async () => {
    let tries = 0;
    const watcher = watchSettings({
      fetch: () => (++tries < 3 ? Promise.reject(new Error('away')) : Promise.resolve(stored)),
      bus: undefined,
      subject,
      log: silentLog,
    });
    watchers.push(watcher);
    await watcher.loaded;
    expect([tries, watcher.current()]).toEqual([3, stored]);
  });
});

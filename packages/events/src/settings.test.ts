import { createSettingsAnnouncer, followSettings, type Settings } from './settings';
import { openTestBus, silentLog } from '@forgemesh/testing/runtime';

describe('settings of the instance', () => {
  const { service, bus } = openTestBus();
  const subject = `${service}.settings_changed`;
  const followers: Settings<number>[] = [];
  let stored = 1;
  let reads = 0;

  /** Starts a follower that reads as slowly as told. */
  async function follow(slownessMs: number, via: typeof bus | undefined = bus): Promise<Settings<number>> {
    const fetch = async (): Promise<number> => {
      const now = stored;
      reads++;
      await new Promise((resolve) => setTimeout(resolve, slownessMs));
      return now;
    };
    const follower = followSettings({ fetch, bus: via, subject, log: silentLog });
    followers.push(follower);
    await follower.loaded;
    return follower;
  }

  afterAll(async () => {
    followers.forEach((follower) => follower.close());
    await bus.close();
  });

  it('are with every process when a change is told, however slow it is and whenever it joined', async () => {
    await new Promise<void>((resolve) => bus.onConnected(() => Promise.resolve(resolve())));
    // Nobody is waited for who does not follow: that would take an hour.
    const announce = createSettingsAnnouncer(bus, subject, { log: silentLog, rollMs: 100, barrierMs: 3_600_000 });
    const quick = await follow(0);
    for (const slowness of [100, 200]) {
      const slow = await follow(slowness);
      // Its word that it has joined came before this.
      await (bus.connection() as NonNullable<ReturnType<typeof bus.connection>>).flush();
      stored++;
      await announce();
      expect([quick.current(), slow.current()]).toEqual([stored, stored]);
      stored++;
      await announce();
      expect([quick.current(), slow.current()]).toEqual([stored, stored]);
    }
    expect(reads).toBeGreaterThan(8);
  });

  it('are waited for again where a process has missed a question, and nobody waits for one that has left', async () => {
    const announce = createSettingsAnnouncer(bus, subject, { log: silentLog, rollMs: 1_000, barrierMs: 1_000 });
    await announce();
    let isAway = false;
    const late = followSettings({
      fetch: async () => {
        if (isAway) throw new Error('away');
        const now = stored;
        await new Promise((resolve) => setTimeout(resolve, 300));
        return now;
      },
      ...{ bus, subject, log: silentLog },
    });
    await late.loaded;
    await announce();
    isAway = true;
    stored++;
    await announce();
    expect(late.current()).toBe(stored - 1);
    isAway = false;
    await announce();
    expect(late.current()).toBe(stored);
    late.close();
    await (bus.connection() as NonNullable<ReturnType<typeof bus.connection>>).flush();
    stored++;
    await announce();
    expect(followers.map((follower) => follower.current())).toEqual(followers.map(() => stored));
  });

  it('are not known before they were read once', async () => {
    const follower = followSettings({
      fetch: () => new Promise<number>(() => undefined),
      bus: undefined,
      subject,
      log: silentLog,
    });
    expect(follower.known()).toBeUndefined();
    expect(() => follower.current()).toThrow('Settings are not known yet');
    follower.close();
    expect((await follow(0, undefined)).known()).toBe(stored);
  });

  it('are asked for again until the owner answers', async () => {
    let tries = 0;
    const follower = followSettings({
      fetch: () => (++tries < 3 ? Promise.reject(new Error('away')) : Promise.resolve(stored)),
      bus: undefined,
      subject,
      log: silentLog,
    });
    followers.push(follower);
    await follower.loaded;
    expect([tries, follower.current()]).toEqual([3, stored]);
  });
});

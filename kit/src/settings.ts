/**
 * Settings of the instance in every process: filled at start, followed by events, always at hand.
 *
 * Knows no setting by name: the type comes from the owner's contract.
 */
import { UnavailableError } from './errors';
import type { EventBus } from './events';
import type { Logger } from './logging';

const REFRESH_INTERVAL_MS = 15_000;
const BARRIER_MS = 500;

/** Settings as they are now. */
export interface Settings<T> {
  /** The settings. Throws UnavailableError until they were read once. */
  current(): T;
  /** Resolves when they were read once. */
  loaded: Promise<void>;
  close(): void;
}

/** Where settings come from. */
export interface SettingsOptions<T> {
  /** Asks the owner. */
  fetch: () => Promise<T>;
  bus: EventBus;
  /** Subject that the owner asks when they changed; answered when this process has the new ones. */
  subject: string;
  log: Logger;
}

/** Starts to follow the settings. */
export function followSettings<T>({ fetch, bus, subject, log }: SettingsOptions<T>): Settings<T> {
  let settings: T | undefined;
  let markLoaded: () => void;
  const loaded = new Promise<void>((resolve) => (markLoaded = resolve));
  const refresh = async (): Promise<void> => {
    settings = await fetch();
    markLoaded();
  };
  const refreshSoon = (): void =>
    void refresh().catch((error: unknown) => log.warn({ err: error }, 'settings not refreshed'));

  refreshSoon();
  const timer = setInterval(refreshSoon, REFRESH_INTERVAL_MS);
  timer.unref();
  let subscribed = false;
  bus.onConnected(async (connection) => {
    refreshSoon();
    if (subscribed) return;
    subscribed = true;
    for await (const message of connection.subscribe(subject)) {
      await refresh().catch((error: unknown) => log.warn({ err: error }, 'settings not refreshed'));
      message.respond();
    }
  });

  return {
    current() {
      if (settings === undefined) throw new UnavailableError('Settings are not known yet');
      return settings;
    },
    loaded,
    close: () => clearInterval(timer),
  };
}

/** Tells every process that the settings changed and waits until those that answer have the new ones, at most half a second. Never throws. */
export async function announceSettings(bus: EventBus, subject: string, log: Logger): Promise<void> {
  const connection = bus.connection();
  // While NATS is away the processes find out by themselves, at the latest after their refresh interval.
  if (!connection) return;
  try {
    const replies = await connection.requestMany(subject, '', { strategy: 'stall', maxWait: BARRIER_MS, stall: 50 });
    for await (const reply of replies) void reply;
  } catch (error) {
    // The settings are stored already: neither a lonely process nor a connection that breaks now may undo that.
    log.warn({ err: error }, 'not every process was told of the settings');
  }
}

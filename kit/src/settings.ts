/**
 * Settings of the instance in every process: filled at start, followed by events, always at hand.
 *
 * Knows no setting by name: the type comes from the owner's contract.
 */
import type { Msg, QueuedIterator } from '@nats-io/transport-node';
import { UnavailableError } from './errors';
import type { EventBus } from './events';
import type { Logger } from './logging';

const REFRESH_INTERVAL_MS = 15_000;
const BARRIER_MS = 2_000;
const STALL_MS = 75;

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

/** Tells every process that the settings changed, and waits until they have the new ones. */
export type SettingsAnnouncer = () => Promise<void>;

/**
 * Makes an announcer. It waits until as many processes have answered as did the time before, at most two seconds: a change is told
 * quickly where all are well, and a process that is busy is waited for. Never fails: the settings are stored already, and processes
 * that were not reached find out by themselves, at the latest after their refresh interval.
 */
export function createSettingsAnnouncer(bus: EventBus, subject: string, log: Logger): SettingsAnnouncer {
  let known = 0;
  return async () => {
    const connection = bus.connection();
    if (!connection) return;
    let answered = 0;
    let timer: NodeJS.Timeout | undefined;
    try {
      const options = { strategy: 'timer', maxWait: BARRIER_MS } as const;
      const replies = (await connection.requestMany(subject, '', options)) as QueuedIterator<Msg>;
      for await (const reply of replies) {
        void reply;
        if (++answered < known) continue;
        // All that are known have answered; one that is new has a moment to answer too.
        clearTimeout(timer);
        timer = setTimeout(() => replies.stop(), STALL_MS);
      }
    } catch (error) {
      log.warn({ err: error }, 'not every process was told of the settings');
    }
    clearTimeout(timer);
    known = answered;
  };
}

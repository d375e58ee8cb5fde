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
/** Until they were read once, what needs them is refused. */
const FIRST_INTERVAL_MS = 500;
const BARRIER_MS = 2_000;
const STALL_MS = 75;

/** Settings as they are now. */
export interface Settings<T> {
  /** The settings. Throws UnavailableError until they were read once. */
  current(): T;
  /** The settings, or undefined until they were read once: for what does without them rather than refuse. */
  known(): T | undefined;
  /** Resolves when they were read once. */
  loaded: Promise<void>;
  close(): void;
}

/** Where settings come from. */
export interface SettingsOptions<T> {
  /** Asks the owner. */
  fetch: () => Promise<T>;
  /** Without one the settings are asked for at intervals alone. */
  bus: EventBus | undefined;
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
  const tryToRefresh = (): Promise<void> =>
    refresh().catch((error: unknown) => log.warn({ err: error }, 'settings not refreshed'));

  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const refreshAgainAndAgain = async (): Promise<void> => {
    await tryToRefresh();
    if (isClosed) return;
    const interval = settings === undefined ? FIRST_INTERVAL_MS : REFRESH_INTERVAL_MS;
    timer = setTimeout(() => void refreshAgainAndAgain(), interval).unref();
  };
  void refreshAgainAndAgain();
  let subscribed = false;
  bus?.onConnected(async (connection) => {
    void tryToRefresh();
    if (subscribed) return;
    subscribed = true;
    const changes = connection.subscribe(subject);
    connection.publish(joinedSubject(subject));
    for await (const message of changes) {
      await tryToRefresh();
      message.respond();
    }
  });

  return {
    current() {
      if (settings === undefined) throw new UnavailableError('Settings are not known yet');
      return settings;
    },
    known: () => settings,
    loaded,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Tells every process that the settings changed, and waits until they have the new ones. */
export type SettingsAnnouncer = () => Promise<void>;

/**
 * Makes an announcer. It knows how many processes follow, because it calls the roll when one joins; it waits until so many have answered,
 * at most two seconds: a change is told quickly where all are well, and a process that is busy is waited for. Never fails: the settings are
 * stored already, and processes that were not reached find out by themselves, at the latest after their refresh interval.
 */
export function createSettingsAnnouncer(bus: EventBus, subject: string, log: Logger): SettingsAnnouncer {
  let known: number | undefined;
  /** How many answered: stops a moment after `enough` of them, or after the longest wait. */
  const ask = async (enough: number): Promise<number> => {
    const connection = bus.connection();
    if (!connection) return 0;
    let answered = 0;
    let timer: NodeJS.Timeout | undefined;
    try {
      const options = { strategy: 'timer', maxWait: BARRIER_MS } as const;
      const replies = (await connection.requestMany(subject, '', options)) as QueuedIterator<Msg>;
      for await (const reply of replies) {
        void reply;
        if (++answered < enough) continue;
        // All that are known have answered; one that is new has a moment to answer too.
        clearTimeout(timer);
        timer = setTimeout(() => replies.stop(), STALL_MS);
      }
    } catch (error) {
      log.warn({ err: error }, 'not every process was told of the settings');
    }
    clearTimeout(timer);
    return answered;
  };
  let roll = 0;
  let rolls = Promise.resolve();
  /** Finds out how many there are; until then nobody knows, and a change waits its longest. */
  const callRoll = (): void => {
    known = undefined;
    const own = ++roll;
    // Who has joined while the roll is called may have missed it: the next one counts.
    rolls = rolls.then(async () => {
      const answered = own === roll ? await ask(Infinity) : 0;
      if (own === roll) known = answered;
    });
  };
  let listens = false;
  bus.onConnected(async (connection) => {
    callRoll();
    // A subscription outlives the connection.
    if (listens) return;
    listens = true;
    for await (const message of connection.subscribe(joinedSubject(subject))) {
      void message;
      callRoll();
    }
  });
  return async () => {
    const expected = known;
    const answered = await ask(expected ?? Infinity);
    // Who did not answer in time is gone; a roll that was begun meanwhile knows better.
    if (expected !== undefined && known === expected) known = answered;
  };
}

/** Where processes say that they follow from now on. */
function joinedSubject(subject: string): string {
  return `${subject}.joined`;
}

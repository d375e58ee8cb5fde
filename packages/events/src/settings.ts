/**
 * Settings of the instance in every process: filled at start, followed by events, always at hand.
 *
 * Knows no setting by name: the type comes from the owner's contract.
 */
import { randomUUID } from 'node:crypto';
import type { Msg, QueuedIterator } from '@nats-io/transport-node';
import { UnavailableError } from '@forgemesh/errors';
import type { EventBus } from './events';
import type { Logger } from '@forgemesh/telemetry';

const REFRESH_INTERVAL_MS = 15_000;
/** Until they were read once, what needs them is refused. */
const FIRST_INTERVAL_MS = 500;
const BARRIER_MS = 5_000;
const STALL_MS = 75;
/** What a process answers; nothing where it is of an earlier version. */
const processId = /^[0-9a-f-]{0,36}$/;
/** Who has not answered so often in a row is gone. */
const MAX_MISSES = 2;

/** Settings as they are now. */
export interface Settings<T> {
  /** The settings. Throws UnavailableError until they were read once. */
  current(): T;
  /**
   * The settings, or undefined until they were read once: for what does without them rather than
   * refuse.
   */
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
  /**
   * Subject that the owner asks when they changed; answered with an id of the process when it has
   * the new ones.
   */
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
  /** Whether they are the present ones. */
  const tryToRefresh = (): Promise<boolean> =>
    refresh().then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'settings not refreshed');
        return false;
      },
    );

  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const refreshAgainAndAgain = async (): Promise<void> => {
    await tryToRefresh();
    if (isClosed) return;
    const interval = settings === undefined ? FIRST_INTERVAL_MS : REFRESH_INTERVAL_MS;
    timer = setTimeout(() => void refreshAgainAndAgain(), interval).unref();
  };
  void refreshAgainAndAgain();
  const id = randomUUID();
  let subscribed = false;
  bus?.onConnected(async (connection) => {
    if (subscribed) return void tryToRefresh();
    subscribed = true;
    const changes = connection.subscribe(subject);
    connection.publish(joinedSubject(subject), id);
    // What changed before questions reach this process is read, and of what changes afterwards it
    // is asked.
    await connection.flush();
    void tryToRefresh();
    for await (const message of changes) if (await tryToRefresh()) message.respond(id);
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
      bus?.connection()?.publish(leftSubject(subject), id);
    },
  };
}

/** Tells every process that the settings changed, and waits until they have the new ones. */
export type SettingsAnnouncer = () => Promise<void>;

/**
 * Makes an announcer. It knows which processes follow, because they say when they join and leave,
 * and because it calls the roll when it is connected; it waits until each of them has answered, at
 * most five seconds: a change is told quickly where all are well, and a process that is busy is
 * waited for. Never fails: the settings are stored already, and processes that were not reached
 * find out by themselves, at the latest after their refresh interval.
 */
export function createSettingsAnnouncer(
  bus: EventBus,
  subject: string,
  { log, rollMs = BARRIER_MS, barrierMs = BARRIER_MS }: { log: Logger; rollMs?: number; barrierMs?: number },
): SettingsAnnouncer {
  /** How many questions in a row each process that follows has missed, by its id. */
  const followers = new Map<string, number>();

  /**
   * Asks all to refresh: stops a moment after the last one that is known has answered, or after the
   * longest wait; a roll lasts that long.
   */
  const ask = async ({ maxWait, isRoll = false }: { maxWait: number; isRoll?: boolean }): Promise<void> => {
    const connection = bus.connection();
    if (!connection) return;
    const asked = [...followers.keys()];
    const answered = new Set<string>();
    const options = { strategy: 'timer', maxWait } as const;
    const replies = (await connection.requestMany(subject, '', options)) as QueuedIterator<Msg>;
    let timer: NodeJS.Timeout | undefined;
    const stopWhereAllAnswered = (): void => {
      if (isRoll || [...followers.keys()].some((id) => !answered.has(id))) return;
      // One that is new has a moment to answer too.
      clearTimeout(timer);
      timer = setTimeout(() => replies.stop(), STALL_MS);
    };
    try {
      stopWhereAllAnswered();
      for await (const reply of replies) {
        const id = reply.string();
        // Where a stream keeps the question it answers as well.
        if (!processId.test(id)) continue;
        answered.add(id);
        followers.set(id, 0);
        stopWhereAllAnswered();
      }
    } finally {
      clearTimeout(timer);
    }
    for (const id of asked) if (!answered.has(id)) miss(id);
  };
  const miss = (id: string): void => {
    const misses = followers.get(id);
    if (misses === undefined) return;
    if (misses + 1 < MAX_MISSES) followers.set(id, misses + 1);
    else followers.delete(id);
  };
  const tryToAsk = (how: Parameters<typeof ask>[0]): Promise<void> =>
    ask(how).catch((error: unknown) => log.warn({ err: error }, 'not every process was told of the settings'));

  /** Until it is called nobody knows who follows. */
  let roll = Promise.resolve();
  let listens = false;
  bus.onConnected((connection) => {
    // A subscription outlives the connection. It is made first: who joins while the roll is called
    // may have missed it.
    if (!listens) {
      const note = (change: (id: string) => void) => (_error: unknown, message: Msg) => change(message.string());
      connection.subscribe(joinedSubject(subject), { callback: note((id) => followers.set(id, 0)) });
      connection.subscribe(leftSubject(subject), { callback: note((id) => followers.delete(id)) });
      listens = true;
    }
    roll = tryToAsk({ maxWait: rollMs, isRoll: true });
    return Promise.resolve();
  });
  return async () => {
    await roll;
    await tryToAsk({ maxWait: barrierMs });
  };
}

/** Where processes say that they follow from now on. */
function joinedSubject(subject: string): string {
  return `${subject}.joined`;
}

/** Where processes say that they follow no longer. */
function leftSubject(subject: string): string {
  return `${subject}.left`;
}

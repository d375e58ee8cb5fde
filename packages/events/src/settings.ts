/**
 * Settings of the instance in every process: loaded at start, refreshed by notifications, always in
 * memory.
 *
 * Independent of the individual settings: their type comes from the owner's contract.
 */
import { randomUUID } from 'node:crypto';
import type { Msg, QueuedIterator } from '@nats-io/transport-node';
import { UnavailableError } from '@forgemesh/errors';
import type { EventBus } from './events';
import type { Logger } from '@forgemesh/telemetry';

/** Changes are notified; this interval is for a lost notification. */
const REFRESH_INTERVAL_MS = 60_000;
/** Until the first load, functions that need the settings are refused. */
const FIRST_INTERVAL_MS = 500;
const TIMEOUT_MS = 5_000;
const NEW_MEMBER_GRACE_MS = 75;
/** Id in the reply of a process; empty for processes of an earlier version. */
const processId = /^[0-9a-f-]{0,36}$/;
/** A process that has missed this many consecutive requests is removed. */
const MAX_MISSES = 2;

/** The current settings. */
export interface Settings<T> {
  /** Returns the settings. Throws UnavailableError until they are loaded. */
  current(): T;
  /** Returns the settings, or undefined until they are loaded: for callers with a fallback. */
  peek(): T | undefined;
  /** Resolves when the settings are loaded. */
  loaded: Promise<void>;
  close(): void;
}

/** Source of settings. */
export interface SettingsOptions<T> {
  /** Loads the settings from their owner. */
  fetch: () => Promise<T>;
  /** Without a bus the settings are only polled. */
  bus: EventBus | undefined;
  /**
   * Subject on which the owner requests a refresh; a process replies with its id when it has the
   * new settings.
   */
  subject: string;
  log: Logger;
}

/** Starts to watch the settings. */
export function watchSettings<T>({ fetch, bus, subject, log }: SettingsOptions<T>): Settings<T> {
  let settings: T | undefined;
  let markLoaded: () => void;
  const loaded = new Promise<void>((resolve) => (markLoaded = resolve));
  const refresh = async (): Promise<void> => {
    settings = await fetch();
    markLoaded();
  };
  /** Resolves to whether the settings were refreshed. */
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
  const refreshPeriodically = async (): Promise<void> => {
    await tryToRefresh();
    if (isClosed) return;
    const interval = settings === undefined ? FIRST_INTERVAL_MS : REFRESH_INTERVAL_MS;
    timer = setTimeout(() => void refreshPeriodically(), interval).unref();
  };
  void refreshPeriodically();
  const id = randomUUID();
  let subscribed = false;
  bus?.onConnected(async (connection) => {
    if (subscribed) return void tryToRefresh();
    subscribed = true;
    const changes = connection.subscribe(subject);
    connection.publish(joinedSubject(subject), id);
    // The refresh after the flush loads changes made before the subscription; later changes are
    // notified.
    await connection.flush();
    void tryToRefresh();
    for await (const message of changes) if (await tryToRefresh()) message.respond(id);
  });

  return {
    current() {
      if (settings === undefined) throw new UnavailableError('The settings are not loaded yet');
      return settings;
    },
    peek: () => settings,
    loaded,
    close() {
      isClosed = true;
      clearTimeout(timer);
      bus?.connection()?.publish(leftSubject(subject), id);
    },
  };
}

/**
 * Notifies every process that the settings have changed, and waits until they have the new ones.
 */
export type SettingsAnnouncer = () => Promise<void>;

/**
 * Creates an announcer. It tracks the watching processes: they report when they join and leave, and
 * it discovers them when it connects. It waits until each has replied, at most five seconds, so a
 * change is quick if all processes are healthy. Never rejects: the settings are stored already, and
 * processes that were not reached poll them.
 */
export function createSettingsAnnouncer(
  bus: EventBus,
  subject: string,
  { log, discoveryMs = TIMEOUT_MS, timeoutMs = TIMEOUT_MS }: { log: Logger; discoveryMs?: number; timeoutMs?: number },
): SettingsAnnouncer {
  /** Number of consecutive requests that each watching process has missed, by its id. */
  const subscribers = new Map<string, number>();

  /**
   * Requests a refresh from all processes: stops shortly after the last tracked one has replied, or
   * after the maximum wait; a discovery always takes the maximum wait.
   */
  const requestRefresh = async ({
    maxWait,
    isDiscovery = false,
  }: {
    maxWait: number;
    isDiscovery?: boolean;
  }): Promise<void> => {
    const connection = bus.connection();
    if (!connection) return;
    const expected = [...subscribers.keys()];
    const responded = new Set<string>();
    const options = { strategy: 'timer', maxWait } as const;
    const replies = (await connection.requestMany(subject, '', options)) as QueuedIterator<Msg>;
    let timer: NodeJS.Timeout | undefined;
    const stopIfAllResponded = (): void => {
      if (isDiscovery || [...subscribers.keys()].some((id) => !responded.has(id))) return;
      // An untracked process gets a moment to reply, too.
      clearTimeout(timer);
      timer = setTimeout(() => replies.stop(), NEW_MEMBER_GRACE_MS);
    };
    try {
      stopIfAllResponded();
      for await (const reply of replies) {
        const id = reply.string();
        // A stream on this subject would reply, too.
        if (!processId.test(id)) continue;
        responded.add(id);
        subscribers.set(id, 0);
        stopIfAllResponded();
      }
    } finally {
      clearTimeout(timer);
    }
    for (const id of expected) if (!responded.has(id)) countMiss(id);
  };
  const countMiss = (id: string): void => {
    const misses = subscribers.get(id);
    if (misses === undefined) return;
    if (misses + 1 < MAX_MISSES) subscribers.set(id, misses + 1);
    else subscribers.delete(id);
  };
  const tryRequestRefresh = (options: Parameters<typeof requestRefresh>[0]): Promise<void> =>
    requestRefresh(options).catch((error: unknown) =>
      log.warn({ err: error }, 'not every process was notified of changed settings'),
    );

  /** Until discovery is complete, the watching processes are unknown. */
  let discovery = Promise.resolve();
  let isSubscribed = false;
  bus.onConnected((connection) => {
    // Subscriptions survive reconnections. They are made first: a process that joins during
    // discovery may miss its request.
    if (!isSubscribed) {
      const note = (change: (id: string) => void) => (_error: unknown, message: Msg) => change(message.string());
      connection.subscribe(joinedSubject(subject), { callback: note((id) => subscribers.set(id, 0)) });
      connection.subscribe(leftSubject(subject), { callback: note((id) => subscribers.delete(id)) });
      isSubscribed = true;
    }
    discovery = tryRequestRefresh({ maxWait: discoveryMs, isDiscovery: true });
    return Promise.resolve();
  });
  return async () => {
    await discovery;
    await tryRequestRefresh({ maxWait: timeoutMs });
  };
}

/** Subject on which processes report that they have started to watch. */
function joinedSubject(subject: string): string {
  return `${subject}.joined`;
}

/** Subject on which processes report that they have stopped watching. */
function leftSubject(subject: string): string {
  return `${subject}.left`;
}

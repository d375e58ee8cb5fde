/** Work at intervals, once across all replicas of a service: the holder of the lease runs it. */
import type { Connection } from 'mongoose';
import type { Logger } from '@forgemesh/telemetry';
import { onOwnWrite } from '@forgemesh/data';
import type { Leases } from '@forgemesh/jobs';

/** A model; every write to it may leave work. */
export interface WatchedModel {
  collection: { name: string };
}

/** A model in which only writes that set one of the fields leave work. */
export interface WatchedFields {
  model: WatchedModel;
  fields: readonly string[];
}

/** Work at intervals. */
export interface Schedule<Deps> {
  /** `<service>-<purpose>`. */
  name: string;
  everyMs: number;
  /** Runs until it has succeeded once in a process: for work at each start. */
  once?: boolean;
  /**
   * Runs in every process at the same time, without a lease: for work that the processes share
   * among themselves, such as a queue whose items have leases.
   */
  inEveryProcess?: boolean;
  /**
   * Models in which work waits. If given, the work runs `everyMs` after a write of this process to
   * one of them, and otherwise every `IDLE_MS`: for work that has become due by time or that
   * another process left.
   */
  watches?(deps: Deps): readonly (WatchedModel | WatchedFields)[];
  /** Whether the work can run now: false while it lacks something, such as the settings. */
  isReady?(deps: Deps): boolean;
  /** Does the work. `more`: some of it is left, although nothing is written to the models. */
  run(deps: Deps): Promise<MoreWork>;
}

/** Whether a run has left work. */
export type MoreWork = 'more' | void;

/** Interval of work that waits for writes, while there are none. */
const IDLE_MS = 10_000;

/**
 * Intervals up to this one are not shortened: such work is frequent already, and longer intervals
 * combine changes.
 */
const MIN_SHORTENED_MS = 2_000;

/**
 * Shortest time for which a lease is held. Frequent work renews its lease once in half of it, and
 * another replica takes over after it if this process dies.
 */
const MIN_LEASE_MS = 6_000;

/** What the schedules of a service share. */
export interface ScheduleRuntime<Deps> {
  /** The database of the service. */
  connection: Connection;
  leases: Leases;
  deps: Deps;
  log: Logger;
  /** Shortest time for which a lease is held; `MIN_LEASE_MS` unless given. */
  minLeaseMs?: number;
  /** Factor of the interval, at most 1; 1 unless given. */
  intervalFactor?: number;
}

/** An interval multiplied by a factor, but not below `MIN_SHORTENED_MS`. */
function shorten(ms: number, factor: number): number {
  return Math.max(ms * factor, Math.min(ms, MIN_SHORTENED_MS));
}

/** Starts a schedule; returns a function that stops it. */
export function startSchedule<Deps>(
  schedule: Schedule<Deps>,
  { connection, leases, deps, log, minLeaseMs = MIN_LEASE_MS, intervalFactor = 1 }: ScheduleRuntime<Deps>,
): () => Promise<void> {
  const everyMs = shorten(schedule.everyMs, intervalFactor);
  const leaseMs = Math.max(everyMs, minLeaseMs);
  let running: Promise<void> = Promise.resolve();
  let isDone = false;
  let renewAt = -Infinity;
  /** Whether this process holds the lease; asks the database only if a renewal is due. */
  const isHolder = async (): Promise<boolean> => {
    if (schedule.inEveryProcess) return true;
    const now = performance.now();
    if (now < renewAt) return true;
    const isAcquired = await leases.acquire(schedule.name, leaseMs);
    renewAt = isAcquired ? now + leaseMs / 2 : -Infinity;
    return isAcquired;
  };
  /** Renews the lease during long work, so that no other replica starts the same work. */
  const whileHeld = async <T>(work: () => Promise<T>): Promise<T> => {
    const renewal = setInterval(() => {
      isHolder().catch((error: unknown) => log.warn({ err: error, schedule: schedule.name }, 'lease not renewed'));
    }, leaseMs / 4);
    try {
      return await work();
    } finally {
      clearInterval(renewal);
    }
  };
  const wait = createWait(schedule, connection, deps);
  const tick = async (): Promise<void> => {
    if (isDone || wait.isIdle() || schedule.isReady?.(deps) === false || !(await isHolder())) return;
    await wait.run(() => whileHeld(() => schedule.run(deps)));
    if (!schedule.once) return;
    isDone = true;
    clearInterval(timer);
  };
  const timer = setInterval(() => {
    running = running
      .then(tick)
      .catch((error: unknown) => log.error({ err: error, schedule: schedule.name }, 'scheduled work failed'));
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
    if (renewAt === -Infinity) return;
    // Another replica continues immediately.
    await leases
      .release(schedule.name)
      .catch((error: unknown) => log.warn({ err: error, schedule: schedule.name }, 'lease not released'));
  };
}

/** Whether work that waits for writes can be skipped. */
function createWait<Deps>({ watches }: Schedule<Deps>, connection: Connection, deps: Deps) {
  let hasWrites = true;
  let idleUntil = -Infinity;
  if (watches) {
    for (const watched of watches(deps)) {
      const { model, fields } = 'fields' in watched ? watched : { model: watched, fields: undefined };
      onOwnWrite(connection, [model.collection.name], (write) => {
        if (fields === undefined || write.maySet(fields)) hasWrites = true;
      });
    }
  }
  return {
    isIdle: (): boolean => watches !== undefined && !hasWrites && performance.now() < idleUntil,
    /** Runs the work; writes during it, what it leaves, and a failure make it run again. */
    async run(work: () => Promise<MoreWork>): Promise<void> {
      hasWrites = false;
      try {
        if ((await work()) === 'more') hasWrites = true;
      } catch (error) {
        hasWrites = true;
        throw error;
      }
      idleUntil = performance.now() + IDLE_MS;
    },
  };
}

import { Schema } from 'mongoose';
import { waitFor } from '@forgemesh/testing';
import { openTestDatabase, silentLog } from '@forgemesh/testing/runtime';
import { createLeases } from '@forgemesh/jobs';
import { startSchedule, type Schedule } from './schedule';

describe('a schedule', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it('runs repeatedly, or until it has succeeded once', async () => {
    const leases = createLeases(database.connection);
    const runs: Record<string, number> = { often: 0, once: 0 };
    const count = (name: string, fails = 0) => ({
      name,
      everyMs: 20,
      run: async () => {
        runs[name] = (runs[name] ?? 0) + 1;
        if ((runs[name] ?? 0) <= fails) throw new Error('not yet');
      },
    });
    const stops = [count('often'), { ...count('once', 1), once: true }].map((schedule) =>
      startSchedule(schedule, { connection: database.connection, leases, deps: null, log: silentLog }),
    );
    await waitFor(
      async () => runs,
      ({ often = 0, once = 0 }) => often > 5 && once === 2,
    );
    const { often = 0 } = runs;
    await waitFor(
      async () => runs['often'] ?? 0,
      (now) => now > often + 5,
    );
    await Promise.all(stops.map((stop) => stop()));
    expect(runs['once']).toBe(2);
  });

  it('runs more often with a factor, unless its interval is short', async () => {
    const connection = database.connection.useDb(database.database, { useCache: false });
    const interval = jest.spyOn(global, 'setInterval');
    const runtime = { connection, leases: createLeases(connection), deps: null, log: silentLog };
    const start = (everyMs: number, intervalFactor?: number) =>
      startSchedule({ name: `every-${everyMs}`, everyMs, run: async () => undefined }, { ...runtime, intervalFactor });
    try {
      const stops = [start(15_000), start(15_000, 0.2), start(5_000, 0.2), start(500, 0.2)];
      await Promise.all(stops.map((stop) => stop()));
      expect(interval.mock.calls.map(([, ms]) => ms)).toEqual([15_000, 3_000, 2_000, 500]);
    } finally {
      interval.mockRestore();
    }
  });

  it('waits until its work can run', async () => {
    const leases = createLeases(database.connection.useDb(database.database, { useCache: false }));
    let [isReady, questions, runs] = [false, 0, 0];
    const stop = startSchedule(
      {
        name: 'ready',
        everyMs: 20,
        once: true,
        isReady: () => {
          questions++;
          return isReady;
        },
        run: async () => void runs++,
      },
      { connection: database.connection, leases, deps: null, log: silentLog },
    );
    await waitFor(
      async () => questions,
      (count) => count > 2,
    );
    expect(runs).toBe(0);
    isReady = true;
    await waitFor(
      async () => runs,
      (count) => count === 1,
    );
    await stop();
  });

  it('runs in one replica at a time, and in another one after that has stopped', async () => {
    const runs: string[] = [];
    /** Runs until the end of the first one. */
    let first: string[] = [];
    const tries = new Map<string, number>();
    let running = 0;
    let maxRunning = 0;
    // Long enough for a busy machine to renew in time.
    const everyMs = 1_500;
    const start = (by: string, other: string) => {
      const leases = createLeases(database.connection.useDb(database.database, { useCache: false }));
      const acquire = (name: string, ms: number) => {
        tries.set(by, (tries.get(by) ?? 0) + 1);
        return leases.acquire(name, ms);
      };
      const run = async () => {
        runs.push(by);
        maxRunning = Math.max(maxRunning, ++running);
        // Longer than the lease: the other replica has tried in vain.
        if (runs.length === 1) {
          await waitFor(
            async () => tries.get(other) ?? 0,
            (count) => count > 2,
          );
          first = [...runs];
        }
        running--;
      };
      return startSchedule(
        { name: 'in-turn', everyMs, run },
        {
          connection: database.connection,
          leases: { ...leases, acquire },
          deps: null,
          log: silentLog,
          minLeaseMs: everyMs,
        },
      );
    };
    const stops = { one: start('one', 'other'), other: start('other', 'one') };
    await waitFor(
      async () => first,
      ({ length }) => length > 0,
    );
    expect(first).toHaveLength(1);
    const holder = runs.at(-1) as keyof typeof stops;
    await stops[holder]();
    await waitFor(
      async () => runs.at(-1),
      (by) => by !== holder,
    );
    await Promise.all(Object.values(stops).map((stop) => stop()));
    expect(maxRunning).toBe(1);
  });

  it('runs after a write to the fields it names', async () => {
    const connection = database.connection.useDb(database.database, { useCache: false });
    const job = { _id: Number, due_at: Date, name: String, check: Object };
    const model = connection.model('due_jobs', new Schema(job, { collection: 'due_jobs' }));
    let runs = 0;
    let ticks = 0;
    const due: Schedule<null> = {
      name: 'after-due-writes',
      everyMs: 20,
      watches: () => [{ model, fields: ['due_at', 'check'] }],
      run: async () => (++runs === 2 ? 'more' : undefined),
    };
    const always: Schedule<null> = { name: 'always-too', everyMs: 20, run: async () => void ticks++ };
    const runtime = { connection, deps: null, log: silentLog, leases: createLeases(connection) };
    const stops = [due, always].map((each) => startSchedule(each, runtime));
    const expectRuns = async (count: number, write: () => Promise<unknown>): Promise<void> => {
      const before = runs;
      await write();
      await waitFor(
        async () => runs,
        (now) => now >= before + count,
      );
      const since = ticks;
      await waitFor(
        async () => ticks,
        (now) => now > since + 5,
      );
      expect(runs).toBe(before + count);
    };
    await expectRuns(1, async () => undefined);
    // The second run leaves work for a third one.
    await expectRuns(2, () => model.create({ _id: 1 }));
    await expectRuns(0, () => model.updateOne({ _id: 1 }, { $set: { name: 'x' } }));
    await expectRuns(1, () => model.updateOne({ _id: 1 }, { $min: { due_at: new Date() } }));
    await expectRuns(0, () => model.findOneAndUpdate({ _id: 1 }, { $unset: { due_at: 1 } }));
    await expectRuns(1, () => model.findOneAndUpdate({ _id: 1 }, { $set: { 'check.at': 1 } }));
    await expectRuns(1, () => model.replaceOne({ _id: 1 }, { name: 'y' }));
    await expectRuns(0, () => model.deleteOne({ _id: 1 }));
    await Promise.all(stops.map((stop) => stop()));
  });

  it('runs after a write to the models it names, and again after a failure', async () => {
    const connection = database.connection.useDb(database.database, { useCache: false });
    const jobs = connection.model('jobs', new Schema({ _id: Number }, { collection: 'jobs' }));
    let runs = 0;
    let ticks = 0;
    const schedule = {
      name: 'after-writes',
      everyMs: 20,
      watches: () => [jobs],
      run: async () => {
        if (++runs === 2) throw new Error('not yet');
      },
    };
    const runtime = { connection, deps: null, log: silentLog, leases: createLeases(connection) };
    const other = { ...schedule, name: 'always', watches: undefined, run: async () => void ticks++ };
    const stops = [schedule, other].map((each) => startSchedule(each, runtime));
    const untilRuns = (count: number) =>
      waitFor(
        async () => runs,
        (now) => now === count,
      );
    await untilRuns(1);
    const before = ticks;
    await waitFor(
      async () => ticks,
      (now) => now > before + 10,
    );
    expect(runs).toBe(1);
    await jobs.create({ _id: 1 });
    // The second run fails, so a third one follows.
    await untilRuns(3);
    await Promise.all(stops.map((stop) => stop()));
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { Schema, type Model } from 'mongoose';
import { waitFor } from '@forgemesh/testing';
import { openTestDatabase, silentLog } from '@forgemesh/testing/runtime';
import { DocumentClaims } from './document-claims';
import { firstOfEach } from './first-of-each';
import type { JobRun } from './held-claim';
import { JobQueue, type Capacity, type Continuation } from './job-queue';
import { createKeyClaims, createLeases } from './leases';
import { RetryTable } from './retries';

interface TestJob {
  _id: number;
  due_at?: Date;
  run?: string;
  tries: number;
  result?: string;
}

/** Longer than a test takes. */
const LONG_MS = 60_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
const queues: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.close()));
});
afterAll(() => database.close());

let collections = 0;

/** An empty collection of jobs. */
function createJobs() {
  const schema = new Schema<TestJob>(
    { _id: Number, due_at: Date, run: String, tries: Number, result: String },
    { versionKey: false, collection: `jobs_${++collections}` },
  );
  schema.index({ due_at: 1 }, { sparse: true });
  const model = database.connection.model<TestJob>(`jobs_${collections}`, schema);
  return {
    model,
    add: (...ids: number[]) => model.insertMany(ids.map((_id) => ({ _id, due_at: new Date(), tries: 0 }))),
    find: (id: number) => model.findById(id).lean<TestJob>(),
    /** Waits for the completion of jobs. */
    completed: (...ids: number[]) =>
      waitFor(
        () => model.countDocuments({ _id: { $in: ids }, due_at: { $exists: false } }),
        (count) => count === ids.length,
      ),
  };
}

interface Options {
  work?: (job: TestJob, run: JobRun) => Promise<Continuation | void>;
  leaseMs?: number;
  capacity?: Capacity;
  closeMs?: number;
}

/** A queue as a process creates it; by default, each job completes with its run as the result. */
function createQueue(model: Model<TestJob>, { work, leaseMs = LONG_MS, capacity, closeMs }: Options = {}) {
  const claims = new DocumentClaims<TestJob>({ model, dueAt: 'due_at', run: 'run', onClaim: { $inc: { tries: 1 } } });
  const queue = new JobQueue({
    name: 'test',
    store: claims,
    leaseMs,
    capacity: capacity ?? { maxRunning: 4 },
    ...(closeMs !== undefined && { closeMs }),
    log: silentLog,
    async work(job, run) {
      const continuation = await work?.(job, run);
      if (continuation === 'pause') return continuation;
      await claims.end(job._id, run.id, { set: { result: run.id }, dueAt: null });
      return 'next';
    },
  });
  queues.push(queue);
  return { queue, claims };
}

/** A gate that work waits at. */
function createGate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('JobQueue', () => {
  it('runs a job as soon as it is woken, and due jobs up to the capacity', async () => {
    const { model, add, completed, find } = createJobs();
    await add(1, 2, 3, 4, 5);
    await model.updateOne({ _id: 5 }, { due_at: new Date(Date.now() + LONG_MS) });
    const { open, opened } = createGate();
    let running = 0;
    let maxRunning = 0;
    const work = async (): Promise<void> => {
      maxRunning = Math.max(maxRunning, ++running);
      await opened;
      running--;
    };
    const { queue } = createQueue(model, { work, capacity: { maxRunning: 2 } });
    queue.wake(3);
    await waitFor(
      () => Promise.resolve(running),
      (count) => count === 1,
    );
    expect(await find(3)).toMatchObject({ tries: 1, run: expect.any(String) });
    await queue.wakeDue();
    // No capacity is left for it now.
    queue.wake(4);
    await waitFor(
      () => Promise.resolve(running),
      (count) => count === 2,
    );
    open();
    await completed(1, 2, 3, 4);
    expect(maxRunning).toBe(2);
    expect(await find(5)).toMatchObject({ tries: 0 });
    expect(await find(1)).toEqual({ _id: 1, tries: 1, result: expect.any(String) });
  });

  it('searches for jobs only with enough free capacity', async () => {
    const { model, add, completed, find } = createJobs();
    await add(1, 2, 3);
    const { open, opened } = createGate();
    const { queue } = createQueue(model, { work: () => opened, capacity: { maxRunning: 3, threshold: 3 } });
    queue.wake(1);
    await queue.wakeDue();
    expect(await find(2)).toMatchObject({ tries: 0 });
    await queue.wakeDue({ maxRunning: 3, threshold: 1 });
    open();
    await completed(1, 2, 3);
    await queue.wakeDue({ maxRunning: 0, threshold: 1 });
  });

  it('gives each job to one of the processes that compete for it', async () => {
    const { model, add, completed } = createJobs();
    const ids = Array.from({ length: 60 }, (_, index) => index);
    await add(...ids);
    const runs: { by: number; id: number }[] = [];
    const processes = [0, 1, 2].map((by) =>
      createQueue(model, {
        work: async ({ _id: id }) => {
          runs.push({ by, id });
          await pause(2);
        },
      }),
    );
    await Promise.all(processes.map(({ queue }) => queue.wakeDue()));
    await completed(...ids);
    expect(runs.map(({ id }) => id).sort((one, other) => one - other)).toEqual(ids);
    expect(new Set(runs.map(({ by }) => by)).size).toBeGreaterThan(1);
  });

  it('shares jobs with a process of an earlier release, whose claims it respects', async () => {
    const { model, add, completed } = createJobs();
    const ids = Array.from({ length: 40 }, (_, index) => index);
    await add(...ids);
    const runs: string[] = [];
    const { queue } = createQueue(model, {
      work: async ({ _id }) => {
        runs.push(`this ${_id}`);
        await pause(2);
      },
    });
    /** Claims and ends jobs one after another with the commands that the mailer had. */
    const runEarlier = async (): Promise<void> => {
      for (;;) {
        const run = `earlier ${runs.length}`;
        const job = await model
          .findOneAndUpdate(
            { due_at: { $lte: new Date() } },
            { $set: { due_at: new Date(Date.now() + LONG_MS), run }, $inc: { tries: 1 } },
            { sort: { due_at: 1 }, returnDocument: 'after' },
          )
          .lean<TestJob>();
        if (!job) return;
        runs.push(`earlier ${job._id}`);
        await model.updateOne({ _id: job._id, run }, { $set: { result: run }, $unset: { run: 1, due_at: 1 } });
      }
    };
    await Promise.all([queue.wakeDue(), runEarlier()]);
    await completed(...ids);
    const ran = runs.map((each) => Number(each.split(' ')[1]));
    expect(ran.sort((one, other) => one - other)).toEqual(ids);
    expect(new Set(runs.map((each) => each.split(' ')[0]))).toEqual(new Set(['this', 'earlier']));
    expect(await model.countDocuments({ tries: 1 })).toBe(ids.length);
  });

  it('leaves the job of a process that died until its claim expires', async () => {
    const { model, add, completed, find } = createJobs();
    await add(1);
    await model.updateOne({ _id: 1 }, { due_at: new Date(Date.now() + 300), run: 'dead', tries: 1 });
    const { queue } = createQueue(model);
    queue.wake(1);
    await queue.wakeDue();
    expect(await find(1)).toMatchObject({ run: 'dead', tries: 1 });
    await waitFor(
      async () => {
        await queue.wakeDue();
        return find(1);
      },
      (job) => job?.tries === 2,
    );
    await completed(1);
  });

  it('renews the claim of a job that takes longer than a lease', async () => {
    const { model, add, completed, find } = createJobs();
    await add(1);
    const { open, opened } = createGate();
    const leaseMs = 600;
    const { queue } = createQueue(model, { leaseMs, work: () => opened });
    const { queue: other } = createQueue(model, { leaseMs });
    queue.wake(1);
    const first = await waitFor(
      () => find(1),
      (job) => job?.run !== undefined,
    );
    const end = Date.now() + 2 * leaseMs;
    await waitFor(
      async () => {
        await other.wakeDue();
        return find(1);
      },
      (job) => (job?.due_at?.getTime() ?? 0) > end,
    );
    open();
    await completed(1);
    expect(await find(1)).toMatchObject({ tries: 1, result: first?.run });
  });

  it('aborts a job whose claim was lost, and stores no result of it', async () => {
    const { model, add, find } = createJobs();
    await add(1);
    let aborted: string | undefined;
    const { queue } = createQueue(model, {
      leaseMs: 120,
      work: async (_job, run) => {
        expect(await run.mayContinue()).toBe(true);
        await model.updateOne({ _id: 1 }, { run: 'other', due_at: new Date(Date.now() + LONG_MS) });
        await new Promise<void>((resolve) => run.signal.addEventListener('abort', () => resolve()));
        aborted = String(run.signal.reason);
        expect(await run.mayContinue()).toBe(false);
      },
    });
    queue.wake(1);
    await waitFor(() => Promise.resolve(aborted), Boolean);
    await queue.close();
    expect(aborted).toBe('Error: the claim of the job was lost');
    const job = await find(1);
    expect(job).toMatchObject({ run: 'other' });
    expect(job).not.toHaveProperty('result');
  });

  it('retries a failing job after the delays of a table, then never again', async () => {
    const { model, add, find } = createJobs();
    await add(1);
    const retries = new RetryTable([1_000, 5_000, 30_000]);
    const delays: (number | undefined)[] = [];
    const { queue, claims } = createQueue(model, {
      work: async ({ _id, tries }, { id }) => {
        const now = Date.now();
        const next = retries.nextAfter(tries, now);
        delays.push(next && next.getTime() - now);
        await claims.end(_id, id, { set: { result: 'failed' }, dueAt: next ?? null });
        return 'pause';
      },
    });
    for (let tries = 1; tries <= 4; tries++) {
      const job = await waitFor(
        async () => {
          // As schedules do: a job that became due while its claim was refused is found later.
          await queue.wakeDue();
          return find(1);
        },
        (found) => found?.tries === tries && found.run === undefined,
      );
      if (tries === 4) expect(job).toEqual({ _id: 1, tries: 4, result: 'failed' });
      // Not due yet.
      await queue.wakeDue();
      queue.wake(1);
      await model.updateOne({ _id: 1, due_at: { $exists: true } }, { due_at: new Date() });
    }
    await queue.wakeDue();
    expect(delays).toEqual([1_000, 5_000, 30_000, undefined]);
  });

  it('starts no further jobs after one that pauses it, until it is woken', async () => {
    const { model, add, completed, find } = createJobs();
    await add(1, 2);
    let isAway = true;
    const { queue, claims } = createQueue(model, {
      capacity: { maxRunning: 1 },
      work: async ({ _id }, { id }) => {
        if (!isAway) return 'next';
        await claims.end(_id, id, { dueAt: new Date() });
        return 'pause';
      },
    });
    await queue.wakeDue();
    await waitFor(
      () => model.countDocuments({ tries: 1, run: { $exists: false } }),
      (count) => count === 1,
    );
    await queue.close();
    expect(await model.countDocuments({ tries: 0 })).toBe(1);
    isAway = false;
    const { queue: next } = createQueue(model, { capacity: { maxRunning: 1 } });
    await next.wakeDue();
    await completed(1, 2);
    expect(await find(2)).toHaveProperty('result');
  });

  it('runs a job again that is woken while it runs', async () => {
    const leases = createLeases(database.connection.useDb(database.database, { useCache: false }));
    const seen: string[][] = [];
    const waiting: string[] = ['one'];
    const { open, opened } = createGate();
    const queue = new JobQueue({
      name: 'test',
      store: createKeyClaims<number>({
        leases,
        nameOf: (key) => `rerun-${key}`,
        findDue: () => Promise.resolve([]),
      }),
      leaseMs: LONG_MS,
      capacity: { maxRunning: 4 },
      log: silentLog,
      async work() {
        seen.push(waiting.splice(0));
        await opened;
        return 'next';
      },
    });
    queues.push(queue);
    queue.wake(1);
    await waitFor(
      () => Promise.resolve(seen),
      ({ length }) => length === 1,
    );
    waiting.push('two');
    queue.wake(1);
    queue.wake(1);
    open();
    await waitFor(
      () => Promise.resolve(seen),
      ({ length }) => length === 2,
    );
    await queue.close();
    expect(seen).toEqual([['one'], ['two']]);
  });

  it('works on a key in one process at a time, and releases it at the end', async () => {
    const open = () => createLeases(database.connection.useDb(database.database, { useCache: false }));
    let running = 0;
    let maxRunning = 0;
    let runs = 0;
    const create = () => {
      const queue = new JobQueue({
        name: 'test',
        store: createKeyClaims<string>({
          leases: open(),
          nameOf: (key) => `exclusive-${key}`,
          findDue: () => Promise.resolve(['hook']),
        }),
        leaseMs: LONG_MS,
        capacity: { maxRunning: 4 },
        log: silentLog,
        async work() {
          maxRunning = Math.max(maxRunning, ++running);
          await pause(5);
          running--;
          runs++;
          return 'next';
        },
      });
      queues.push(queue);
      return queue;
    };
    const processes = [create(), create()];
    // Each process gets its turn: the other one has released the key.
    await waitFor(
      async () => {
        await Promise.all(processes.map((queue) => queue.wakeDue()));
        return runs;
      },
      (count) => count >= 6,
    );
    expect(maxRunning).toBe(1);
  });

  it('waits for jobs in progress when it is closed, and starts no others', async () => {
    const { model, add, find } = createJobs();
    await add(1, 2);
    const { open, opened } = createGate();
    let mayContinue: boolean | undefined;
    const { queue } = createQueue(model, {
      work: async (_job, run) => {
        await opened;
        mayContinue = await run.mayContinue();
      },
    });
    queue.wake(1);
    await waitFor(
      () => find(1),
      (job) => job?.run !== undefined,
    );
    const closed = queue.close();
    queue.wake(2);
    await queue.wakeDue();
    open();
    await closed;
    expect(mayContinue).toBe(false);
    expect(await find(1)).toEqual({ _id: 1, tries: 1, result: expect.any(String) });
    expect(await find(2)).toMatchObject({ tries: 0 });
  });

  it('gives back a job that does not end in time but can be aborted', async () => {
    const { model, add, completed, find } = createJobs();
    await add(1);
    const { queue } = createQueue(model, {
      closeMs: 10,
      work: (_job, run) =>
        new Promise((_resolve, reject) =>
          run.signal.addEventListener('abort', () => reject(run.signal.reason as Error)),
        ),
    });
    queue.wake(1);
    await waitFor(
      () => find(1),
      (job) => job?.run !== undefined,
    );
    await queue.close();
    const job = await find(1);
    expect(job).not.toHaveProperty('run');
    expect(job?.due_at?.getTime()).toBeLessThanOrEqual(Date.now());
    await createQueue(model).queue.wakeDue();
    await completed(1);
  });

  it('gives back a job that it claims while it is closed', async () => {
    const { model, add, find } = createJobs();
    await add(1);
    let works = 0;
    const { queue } = createQueue(model, { work: async () => void works++ });
    queue.wake(1);
    // The claim is on its way to the database.
    await queue.close();
    const job = await find(1);
    expect(job).not.toHaveProperty('run');
    expect([works, job?.tries]).toEqual([0, 1]);
  });

  it('keeps the claim of a job that cannot be aborted until it expires', async () => {
    const { model, add, find } = createJobs();
    await add(1);
    const { open, opened } = createGate();
    const { queue } = createQueue(model, { closeMs: 10, work: () => opened });
    queue.wake(1);
    const before = await waitFor(
      () => find(1),
      (job) => job?.run !== undefined,
    );
    await queue.close();
    expect(await find(1)).toEqual(before);
    open();
  });

  it('runs a job whose work rejects when its claim expires', async () => {
    const { model, add, completed, find } = createJobs();
    await add(1);
    let failures = 0;
    const { queue } = createQueue(model, {
      leaseMs: 200,
      work: async () => {
        if (failures++ === 0) throw new Error('the database is away');
      },
    });
    queue.wake(1);
    await waitFor(
      async () => {
        await queue.wakeDue();
        return find(1);
      },
      (job) => job?.tries === 2,
    );
    await completed(1);
  });
});

describe('firstOfEach', () => {
  it('returns the first job of each key in order', () => {
    const jobs = [
      { id: 1, key: 'a' },
      { id: 2, key: 'b' },
      { id: 3, key: 'a' },
    ];
    expect(firstOfEach(jobs, ({ key }) => key).map(({ id }) => id)).toEqual([1, 2]);
  });
});

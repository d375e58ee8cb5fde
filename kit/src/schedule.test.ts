import { eventually } from './testing';
import { openTestDatabase, silentLog } from './testing/runtime';
import { createLeases, startSchedule } from './schedule';

describe('a schedule', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it('runs again and again, or once where that is enough, and again after a failure', async () => {
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
      startSchedule(schedule, leases, null, silentLog),
    );
    await eventually(
      async () => runs,
      ({ often = 0, once = 0 }) => often > 5 && once === 2,
    );
    const { often = 0 } = runs;
    await eventually(
      async () => runs['often'] ?? 0,
      (now) => now > often + 5,
    );
    await Promise.all(stops.map((stop) => stop()));
    expect(runs['once']).toBe(2);
  });
});

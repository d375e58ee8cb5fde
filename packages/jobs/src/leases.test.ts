import { openTestDatabase } from '@forgemesh/testing/runtime';
import { createLeases } from './leases';

describe('createLeases', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  it('takes over a lease that was acquired before a clock was set back', async () => {
    const open = () => createLeases(database.connection.useDb(database.database, { useCache: false }));
    const [one, other] = [open(), open()];
    const ahead = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5 * 3_600_000);
    expect(await one.acquire('ahead', 60_000)).toBe(true);
    ahead.mockRestore();
    expect(await other.acquire('ahead', 60_000)).toBe(true);
    expect(await one.acquire('ahead', 60_000)).toBe(false);
  });
});

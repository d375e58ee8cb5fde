import { createDatabaseHealth, type PingedConnection } from './database-health';

describe('the health of a database connection', () => {
  const command = jest.fn<Promise<object>, []>();
  const connection = { db: { command } } as unknown as PingedConnection;
  let now = 0;
  beforeEach(() => {
    command.mockReset();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());

  it('is that of the last ping, which is not repeated at once', async () => {
    const isHealthy = createDatabaseHealth(connection);
    command.mockResolvedValue({ ok: 1 });
    expect([await isHealthy(), await isHealthy()]).toEqual([true, true]);
    expect(command).toHaveBeenCalledTimes(1);
    now += 1_000;
    command.mockRejectedValue(new Error('connection lost'));
    expect(await isHealthy()).toBe(true);
    now += 1_000;
    expect(await isHealthy()).toBe(false);
    now += 1_000;
    command.mockResolvedValue({ ok: 1 });
    expect(await isHealthy()).toBe(true);
  });

  it('is bad while a ping is not answered, without another one', async () => {
    const isHealthy = createDatabaseHealth(connection);
    let answer = (_result: object): void => undefined;
    command.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    expect([await isHealthy(), await isHealthy()]).toEqual([false, false]);
    expect(command).toHaveBeenCalledTimes(1);
    answer({ ok: 1 });
    await Promise.resolve();
    now += 1_000;
    command.mockResolvedValue({ ok: 1 });
    expect(await isHealthy()).toBe(true);
  });

  it('is bad before there is a connection', async () => {
    expect(await createDatabaseHealth({ db: undefined })()).toBe(false);
  });
});

import { createUser, mesh, unique } from '@forgemesh/testing';
import { openTestDatabase } from '@forgemesh/testing/runtime';
import type { PasswordsDeps } from './deps';
import { createSignInFailureModel } from './sign-in-failure.model';
import { clearFailures, countAttempt, sweepSignInFailures } from './sign-in-failures';
import type { SecretKind } from './sign-in-limits';

const password = 'a-long-password-1';

async function guess(username: string, text: string): Promise<number> {
  const body = new URLSearchParams({ grant_type: 'password', username, password: text });
  return (await fetch(`${mesh().url}/oauth/token`, { method: 'POST', body })).status;
}

describe('POST /oauth/token', () => {
  it('allows no more concurrent guesses than sequential ones', async () => {
    const victim = await createUser();
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(victim.username, `guess-${n}`)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
    expect(await guess(victim.username, password)).toBe(429);
  });

  it('does not count sign-ins with the correct password', async () => {
    const user = await createUser();
    for (let n = 0; n < 12; n++) expect(await guess(user.username, password)).toBe(200);
    const together = await Promise.all(Array.from({ length: 8 }, () => guess(user.username, password)));
    expect(together).toEqual(Array.from({ length: 8 }, () => 200));
  });
});

describe('countAttempt', () => {
  let deps: PasswordsDeps;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const database = await openTestDatabase();
    deps = { signInFailures: createSignInFailureModel(database.connection) } as PasswordsDeps;
    close = () => database.close();
  });
  afterAll(() => close());

  /** Fails to sign in; returns whether the attempt was allowed. */
  const fail = (account: string, address: string, kind: SecretKind = 'password'): Promise<boolean> =>
    countAttempt(deps, { account, address, kind }).then(
      () => true,
      () => false,
    );
  const succeed = async (account: string, address: string, kind: SecretKind = 'password'): Promise<void> =>
    (await countAttempt(deps, { account, address, kind })).succeed();
  /** Number of allowed attempts out of more than the limit. */
  async function allowed(count: number, attempt: (n: number) => Promise<boolean>): Promise<number> {
    let passed = 0;
    for (let n = 0; n < count; n++) if (await attempt(n)) passed++;
    return passed;
  }
  const address = (n: number): string => `198.51.100.${n}`;

  it('locks an account only for the address that failed', async () => {
    const account = unique('account');
    expect(await allowed(12, () => fail(account, '192.0.2.1'))).toBe(10);
    await expect(countAttempt(deps, { account, address: '192.0.2.1' })).rejects.toMatchObject({
      reason: 'too_many_requests',
      retryAfter: expect.any(Number),
    });
    await succeed(account, '192.0.2.2');
    expect(await fail(account, '192.0.2.1')).toBe(false);
  });

  it('counts the addresses of an IPv6 network together', async () => {
    const account = unique('account');
    expect(await allowed(12, (n) => fail(account, `2001:db8::${n}`))).toBe(10);
    expect(await fail(account, '2001:db8:0:100::1')).toBe(true);
    // Other networks of the same /56.
    expect(await allowed(40, (n) => fail(account, `2001:db8:0:${n + 1}::1`))).toBe(30);
  });

  it.each([
    ['password', 100],
    ['code', 20],
  ] as const)('locks an account for unknown addresses after more failures: %s', async (kind, limit) => {
    const account = unique('account');
    await succeed(account, '203.0.113.1', kind);
    expect(await allowed(limit + 5, (n) => fail(account, address(n), kind))).toBe(limit);
    expect(await fail(account, '203.0.113.2', kind)).toBe(false);
    // Its owner still signs in from the address that they have used before; the lock remains.
    await succeed(account, '203.0.113.1', kind);
    expect(await fail(account, '203.0.113.2', kind)).toBe(false);
    expect(await allowed(12, () => fail(account, '203.0.113.1', kind))).toBe(10);
  });

  it('does not lock an account for its owner after a password reset', async () => {
    const account = unique('account');
    await allowed(110, (n) => fail(account, address(n)));
    await clearFailures(deps, { account, address: '203.0.113.3' });
    await succeed(account, '203.0.113.3');
  });

  it('clears the failures of the same address only when a sign-in succeeds', async () => {
    const account = unique('account');
    expect(await allowed(9, () => fail(account, '192.0.2.3'))).toBe(9);
    expect(await allowed(9, () => fail(account, '192.0.2.4'))).toBe(9);
    await succeed(account, '192.0.2.3');
    expect(await allowed(12, () => fail(account, '192.0.2.3'))).toBe(10);
    expect(await allowed(12, () => fail(account, '192.0.2.4'))).toBe(1);
  });

  it('limits an address for all accounts together', async () => {
    const account = unique('account');
    expect(await allowed(105, (n) => fail(`${account}/${n}`, '192.0.2.9'))).toBe(100);
    expect(await allowed(105, (n) => fail(`${account}/${n}`, '10.9.9.9'))).toBe(105);
  });

  it('removes expired failures and networks', async () => {
    const [account, past] = [unique('account'), new Date(Date.now() - 1000)];
    await succeed(account, '192.0.2.5');
    await fail(account, '192.0.2.5');
    await deps.signInFailures.updateMany({ _id: { $regex: account } }, { $set: { until: past } });
    await sweepSignInFailures.run(deps);
    expect(await deps.signInFailures.countDocuments({ _id: { $regex: account } })).toBe(0);
  });
});

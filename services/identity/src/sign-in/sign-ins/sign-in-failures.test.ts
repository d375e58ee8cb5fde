import { createUser, mesh } from '@forgemesh/testing';
import { openTestDatabase } from '@forgemesh/testing/runtime';
import type { Identity } from '../../deps';
import { createSignInFailureModel } from './sign-in-failure.model';
import { countAttempt } from './sign-in-failures';

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
  let deps: Identity;
  let close: () => Promise<void>;
  /**
   * Number of allowed attempts for different accounts from one address, out of more than the limit
   * of an address.
   */
  const passed = async (address: string): Promise<number> => {
    let count = 0;
    for (let n = 0; n < 110; n++) {
      const result = await countAttempt(deps, { account: `${address}/${n}`, address }).catch(() => undefined);
      if (result) count++;
    }
    return count;
  };
  beforeAll(async () => {
    const database = await openTestDatabase();
    deps = { signInFailures: createSignInFailureModel(database.connection) } as Identity;
    close = () => database.close();
  });
  afterAll(() => close());

  it.each([
    ['one client', '192.0.2.1', 100],
    ['a private network, where others wait behind the same one', '10.0.0.1', 110],
  ])('limits an address of %s', async (_name, address, count) => {
    expect(await passed(address)).toBe(count);
  });
});

import { createUser, mesh } from '@forgemesh/kit/testing';

const password = 'a-long-password-1';

async function guess(username: string, text: string): Promise<number> {
  const body = new URLSearchParams({ grant_type: 'password', username, password: text });
  return (await fetch(`${mesh().url}/oauth/token`, { method: 'POST', body })).status;
}

describe('POST /oauth/token', () => {
  it('lets no more guesses pass at once than one after the other', async () => {
    const victim = await createUser();
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(victim.username, `guess-${n}`)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
    expect(await guess(victim.username, password)).toBe(429);
  });

  it('counts no sign-in with the right password', async () => {
    const user = await createUser();
    for (let n = 0; n < 12; n++) expect(await guess(user.username, password)).toBe(200);
    const together = await Promise.all(Array.from({ length: 8 }, () => guess(user.username, password)));
    expect(together).toEqual(Array.from({ length: 8 }, () => 200));
  });
});

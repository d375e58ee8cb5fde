import { asRoot, unique } from '@forgemesh/testing';
import { domainProblems } from './sign-up-domains';

const open = { domain_blacklist: [], domain_blacklist_enabled: false, domain_whitelist: [] };
const unauthorized = ['domain is not authorized for sign-up'];
const refused = ['is not from an allowed domain.'];

describe('domains of new users', () => {
  it.each([
    ['a@example.com', ['example.com'], []],
    ['a@EXAMPLE.com', ['Example.com'], []],
    ['a@sub.example.com', ['example.com'], unauthorized],
    ['a@sub.example.com', ['*.example.com'], []],
    ['a@example.com', ['*.example.com'], unauthorized],
    ['a@one.two.example.org', ['one.*.example.*'], []],
    ['a@one.example', ['one.*.example'], unauthorized],
    ['a@other.org', ['example.com', '*'], []],
    ['a@other.org', [], []],
  ])('%s with %j', (email, domains, problems) => {
    expect(domainProblems(email, { ...open, domain_whitelist: domains })).toEqual(problems);
    const blacklist = { ...open, domain_blacklist: domains };
    expect(domainProblems(email, blacklist)).toEqual([]);
    const isNamed = domains.length > 0 && problems.length === 0;
    expect(domainProblems(email, { ...blacklist, domain_blacklist_enabled: true })).toEqual(isNamed ? refused : []);
  });

  it('are allowed if they are both allowed and blocked', () => {
    const rules = { domain_blacklist: ['*.com'], domain_blacklist_enabled: true, domain_whitelist: ['example.com'] };
    expect(domainProblems('a@example.com', rules)).toEqual([]);
    expect(domainProblems('a@example.org', rules)).toEqual(unauthorized);
  });
});

describe('POST /users with domains that the settings name', () => {
  const names = { domain_whitelist: [], domain_blacklist_enabled: false, domain_blacklist: [] };
  afterAll(() => asRoot().put('/application/settings', names));

  async function create(domain: string) {
    const username = unique('domain');
    const email = `${username}@${domain}`;
    return asRoot().post('/users', { username, name: 'N', email, force_random_password: true });
  }

  it('refuses blocked domains', async () => {
    const lists = { domain_blacklist_raw: 'bad.example\n*.bad.example', domain_blacklist_enabled: true };
    expect((await asRoot().put('/application/settings', lists)).body.domain_blacklist).toHaveLength(2);
    const response = await create('very.bad.example');
    expect([response.status, response.body]).toEqual([400, { message: { email: refused } }]);
    expect((await create('good.example')).status).toBe(201);
  });

  it('accepts only allowed domains', async () => {
    expect((await asRoot().put('/application/settings', { domain_whitelist: ['good.example'] })).status).toBe(200);
    const response = await create('other.example');
    expect([response.status, response.body]).toEqual([400, { message: { email: unauthorized } }]);
    expect((await create('good.example')).status).toBe(201);
  });
});

import { RegistrationServiceDefinition } from '@forgemesh/proto/identity/v1/registration';
import { asRoot, createGroup, createUser, getAccount, meshCaller, postAccount, unique } from '@forgemesh/testing';

const caller = meshCaller();
const registrations = caller.client(RegistrationServiceDefinition, 'identity');
afterAll(() => caller.close());

const root = asRoot();
const password = 'a-long-password-1';
/** Addresses of clients whose requests no other test counts. */
let lastAddress = 0;
const newAddress = (): string => `2001:db8:${(++lastAddress).toString(16)}::1`;

const register = (fields: object = {}) => {
  const username = unique('new');
  const email = `${username}@example.com`;
  return registrations.registerUser({ username, name: 'New', email, password, address: newAddress(), ...fields });
};

const findUser = async (username: string) =>
  ((await root.get(`/users?username=${username}`)).body as Record<string, unknown>[])[0];

describe('the registration of a user', () => {
  it('creates a user with the defaults of the instance, who must confirm the address', async () => {
    const username = unique('new');
    await register({ username, email: `${username}@example.com`, name: 'Ada' });
    expect(await findUser(username)).toMatchObject({
      name: 'Ada',
      email: `${username}@example.com`,
      state: 'active',
      is_admin: false,
      external: false,
      confirmed_at: null,
    });
  });

  it('refuses invalid fields and taken usernames', async () => {
    const user = await createUser();
    const group = await createGroup(user.api);
    const refusals = [
      [{ email: 'x' }, { email: ['is invalid'] }],
      [{ password: 'short' }, { password: ['is too short (minimum is 8 characters)'] }],
      [{ password: '' }, { password: ["can't be blank"] }],
      [{ name: '' }, { name: ["can't be blank"] }],
      [{ username: '-a' }, { username: [expect.stringContaining('can contain only')] }],
      [{ username: user.username }, 'Username has already been taken'],
      [{ username: group.path }, 'Username has already been taken'],
    ] as const;
    for (const [fields, body] of refusals) await expect(register(fields)).rejects.toMatchObject({ body });
  });

  it('does not tell whether an email address has an owner', async () => {
    const owner = await createUser();
    const username = unique('new');
    const email = `${owner.username}@EXAMPLE.com`;
    expect(await register({ username, email })).toEqual({});
    expect(await findUser(username)).toBeUndefined();
    // The name is free again, and the same names are refused as for other addresses.
    const group = await createGroup(owner.api);
    await expect(register({ username: group.path, email })).rejects.toMatchObject({ reason: 'conflict' });
    expect(await register({ username })).toEqual({});
    expect(await findUser(username)).toBeDefined();
  });

  it('follows the settings of the instance', async () => {
    const changes = { domain_blacklist_enabled: true, domain_blacklist: ['spam.example'] };
    await root.put('/application/settings', changes);
    try {
      await expect(register({ email: 'a@spam.example' })).rejects.toMatchObject({
        body: { email: ['is not from an allowed domain.'] },
      });
    } finally {
      await root.put('/application/settings', { domain_blacklist_enabled: false, domain_blacklist: [] });
    }
    await root.put('/application/settings', { signup_enabled: false });
    try {
      await expect(register()).rejects.toMatchObject({ reason: 'forbidden' });
      expect(await registrations.getSignInOptions({})).toMatchObject({ has_registration: false });
    } finally {
      await root.put('/application/settings', { signup_enabled: true });
    }
  });

  it('is limited by the address of the client', async () => {
    const address = newAddress();
    for (let n = 0; n < 10; n++) await register({ address });
    await expect(register({ address })).rejects.toMatchObject({ reason: 'too_many_requests' });
  });
});

describe('a forgotten password', () => {
  const request = (login: string, address = newAddress()) => registrations.requestPasswordReset({ login, address });

  it('gets the same response whether or not the account exists', async () => {
    const user = await createUser();
    for (const login of [user.username, `${user.username}@example.com`, unique('nobody'), '', '\u0000'])
      expect(await request(login)).toEqual({});
  });

  it('is limited by account and address', async () => {
    const [login, address] = [unique('nobody'), newAddress()];
    for (let n = 0; n < 10; n++) await request(login, address);
    await expect(request(login, address)).rejects.toMatchObject({ reason: 'too_many_requests' });
    expect(await request(unique('nobody'), address)).toEqual({});
  });
});

describe('an instance without a mail server', () => {
  it('offers neither registration nor links, and refuses both', async () => {
    expect(await getAccount('sign_in')).toEqual({
      status: 200,
      body: { has_registration: false, has_password_reset: false, minimum_password_length: 8 },
    });
    const username = unique('new');
    const fields = { username, name: 'New', email: `${username}@example.com`, password };
    for (const response of [
      await postAccount('registration', fields),
      await postAccount('forgotten_password', { login: 'root' }),
    ])
      expect(response).toEqual({
        status: 403,
        body: { message: '403 Forbidden - This instance sends no emails: ask an administrator' },
      });
    expect(await findUser(username)).toBeUndefined();
  });
});

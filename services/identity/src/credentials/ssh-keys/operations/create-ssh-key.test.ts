import { api, asRoot, createUser, unique } from '@forgemesh/testing';
import { newSshKey } from '#testing/new-keys';

const unreadable = { key: ['is invalid'], fingerprint: ['cannot be generated'] };

describe('POST /user/keys', () => {
  it('adds a key to the caller', async () => {
    const user = await createUser();
    const key = newSshKey();
    const { status, body } = await user.api.post('/user/keys', { title: 'Laptop', key: ` ${key}   me@host\n` });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      title: 'Laptop',
      key: `${key} me@host`,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expires_at: null,
      last_used_at: null,
    });
    expect((await user.api.get('/user/keys')).body).toEqual([body]);
  });

  it('stores the expiry time', async () => {
    const user = await createUser();
    const fields = { title: 'Laptop', key: newSshKey(), expires_at: '2999-12-31T10:00:00+02:00' };
    const { status, body } = await user.api.post('/user/keys', fields);
    expect({ status, body }).toMatchObject({ status: 201, body: { expires_at: '2999-12-31T08:00:00.000Z' } });
    expect((await user.api.get(`/user/keys/${body.id}`)).body).toEqual(body);
  });

  it('accepts every type except DSA', async () => {
    const user = await createUser();
    for (const type of ['rsa', 'ecdsa', 'ed25519'] as const) {
      expect((await user.api.post('/user/keys', { title: type, key: newSshKey(type) })).status).toBe(201);
    }
  });

  it('refuses a key that exists already', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const key = newSshKey();
    const responses = await Promise.all([
      user.api.post('/user/keys', { title: 'one', key }),
      other.api.post('/user/keys', { title: 'two', key: `${key} other` }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await user.api.post('/user/keys', { title: 'three', key })).toMatchObject({
      status: 400,
      body: { message: { fingerprint: ['has already been taken'] } },
    });
  });

  it.each([
    [{ key: 'garbage' }, { message: unreadable }],
    [{ key: 'ssh-rsa garbage' }, { message: { fingerprint: ['cannot be generated'] } }],
    [{ key: 'ssh-rsa AAAA\u0007' }, { message: unreadable }],
    [{ key: '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----' }, { message: unreadable }],
    [
      { key: `ssh-rsa ${'A'.repeat(5000)}` },
      { message: { key: ['is too long (maximum is 5000 characters)'], fingerprint: ['cannot be generated'] } },
    ],
    [{ title: 'x'.repeat(256) }, { message: { title: ['is too long (maximum is 255 characters)'] } }],
    [{ title: '  ' }, { message: { title: ["can't be blank"] } }],
    [{ title: undefined }, { error: 'title is missing' }],
    [{ key: '' }, { error: 'key is empty' }],
    [{ expires_at: '2020-01-01' }, { message: { key: ['has expired'] } }],
    [{ expires_at: 'soon' }, { error: 'expires_at is invalid' }],
  ])('refuses %j', async (wrong, body) => {
    const response = await asRoot().post('/user/keys', { title: 'Laptop', key: newSshKey(), ...wrong });
    expect({ status: response.status, body: response.body }).toEqual({ status: 400, body });
  });

  it('requires a token with write access', async () => {
    const given = { title: 'Laptop', key: newSshKey() };
    expect((await api().post('/user/keys', given)).status).toBe(401);
    const reader = await createUser({}, ['read_user']);
    expect(await reader.api.post('/user/keys', given)).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope' },
    });
  });
});

describe('the restrictions of the instance', () => {
  const names = ['rsa', 'dsa', 'ecdsa', 'ed25519'] as const;

  async function restrict(restrictions: Partial<Record<(typeof names)[number], number>>): Promise<void> {
    const settings = names.map((name) => [`${name}_key_restriction`, restrictions[name] ?? 0]);
    expect((await asRoot().put('/application/settings', Object.fromEntries(settings))).status).toBe(200);
  }

  afterEach(() => restrict({ rsa: 2048, dsa: -1 }));

  async function messageOf(key: string): Promise<unknown> {
    return (await asRoot().post('/user/keys', { title: unique('key'), key })).body.message;
  }

  it('refuse DSA and short RSA keys by default', async () => {
    expect(await messageOf(newSshKey('dsa'))).toEqual({ key: ['type is forbidden. Must be RSA, ECDSA, or ED25519'] });
    expect(await messageOf(newSshKey('rsa', { bits: 1024 }))).toEqual({ key: ['must be at least 2048 bits'] });
  });

  it('refuse types', async () => {
    await restrict({ ecdsa: -1 });
    expect(await messageOf(newSshKey())).toEqual({ key: ['type is forbidden. Must be RSA, DSA, or ED25519'] });
    expect(await messageOf(newSshKey('ed25519'))).toBeUndefined();
    await restrict({ ecdsa: -1, rsa: -1, dsa: -1 });
    expect(await messageOf(newSshKey())).toEqual({ key: ['type is forbidden. Must be ED25519'] });
  });

  it('refuse small keys', async () => {
    await restrict({ rsa: 2048, ecdsa: 384 });
    expect(await messageOf(newSshKey('rsa', { bits: 1024 }))).toEqual({ key: ['must be at least 2048 bits'] });
    expect(await messageOf(newSshKey())).toEqual({ key: ['must be at least 384 bits'] });
    expect(await messageOf(newSshKey('rsa'))).toBeUndefined();
    expect(await messageOf(newSshKey('ecdsa', { curve: 'P-384' }))).toBeUndefined();
  });
});

import { api, asRoot, createUser, unique } from '@forgemesh/testing';

const taken = { status: 400, body: { message: { email: ['has already been taken'] } } };

function newEmail(): string {
  return `${unique('Mail')}@Example.com`;
}

describe('POST /user/emails', () => {
  it('adds an email that is not confirmed', async () => {
    const user = await createUser();
    const email = newEmail();
    const { status, body } = await user.api.post('/user/emails', { email });
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.any(Number), email, confirmed_at: null });
    expect((await user.api.get(`/user/emails/${body.id}`)).body).toEqual(body);
    expect((await user.api.get('/user')).body.email).toBe(`${user.username}@example.com`);
  });

  it('does not let users skip the confirmation', async () => {
    const user = await createUser();
    const { body } = await user.api.post('/user/emails', { email: newEmail(), skip_confirmation: true });
    expect(body.confirmed_at).toBeNull();
  });

  it('refuses emails that exist already, as primary or secondary email', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const email = newEmail();
    const responses = await Promise.all([
      user.api.post('/user/emails', { email }),
      other.api.post('/user/emails', { email: email.toUpperCase() }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await user.api.post('/user/emails', { email })).toMatchObject(taken);
    for (const { username } of [user, other]) {
      expect(await user.api.post('/user/emails', { email: `${username}@EXAMPLE.com` })).toMatchObject(taken);
    }
  });

  it('reserves the email', async () => {
    const user = await createUser();
    const email = newEmail();
    await user.api.post('/user/emails', { email });
    const username = unique('new');
    const given = { username, name: 'New', email: email.toLowerCase(), force_random_password: true };
    expect(await asRoot().post('/users', given)).toMatchObject({
      status: 409,
      body: { message: 'Email has already been taken' },
    });
  });

  it('refuses invalid emails', async () => {
    expect((await asRoot().post('/user/emails', { email: 'nobody' })).body).toEqual({
      message: { email: ['is invalid'] },
    });
    expect((await asRoot().post('/user/emails', {})).body).toEqual({ error: 'email is missing' });
    expect((await api().post('/user/emails', { email: newEmail() })).status).toBe(401);
  });

  it('limits the number of emails of a user', async () => {
    const user = await createUser();
    const name = unique('many');
    for (let count = 0; count < 100; count++) {
      expect((await user.api.post('/user/emails', { email: `${name}-${count}@example.com` })).status).toBe(201);
    }
    expect(await user.api.post('/user/emails', { email: newEmail() })).toMatchObject({
      status: 400,
      body: { message: { base: ['can have at most 100 emails'] } },
    });
  });
});

describe('POST /users/:id/emails', () => {
  it('adds an email to that user, confirmed if requested', async () => {
    const user = await createUser();
    const [first, second] = [newEmail(), newEmail()];
    const path = `/users/${user.id}/emails`;
    expect((await asRoot().post(path, { email: first })).body).toMatchObject({ email: first, confirmed_at: null });
    const { status, body } = await asRoot().post(path, { email: second, skip_confirmation: true });
    expect(status).toBe(201);
    expect(body.confirmed_at).toMatch(/^\d{4}-.*Z$/);
    expect((await user.api.get('/user/emails')).body).toMatchObject([{ email: first }, { email: second }]);
  });

  it('requires an administrator and an existing user', async () => {
    const user = await createUser();
    expect((await user.api.post(`/users/${user.id}/emails`, { email: newEmail() })).status).toBe(403);
    expect((await asRoot().post('/users/999999999/emails', { email: newEmail() })).body).toEqual({
      message: '404 User Not Found',
    });
  });
});

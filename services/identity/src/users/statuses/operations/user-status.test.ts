import { api, createUser, type TestUser } from '@forgemesh/testing';

const nothing = { emoji: null, message: null, message_html: null };
let user: TestUser;

beforeAll(async () => {
  user = await createUser();
});

describe('PUT /user/status', () => {
  it('sets emoji and message, which everyone can read by id or name', async () => {
    const status = { emoji: 'coffee', message: 'I *crave* :coffee: & <b>rest</b>' };
    const { status: code, body } = await user.api.put('/user/status', status);
    expect(code).toBe(200);
    expect(body).toEqual({ ...status, message_html: 'I *crave* \u2615 &amp; &lt;b&gt;rest&lt;/b&gt;' });
    expect((await user.api.get('/user/status')).body).toEqual(body);
    expect((await api().get(`/users/${user.id}/status`)).body).toEqual(body);
    expect((await api().get(`/users/${user.username.toUpperCase()}/status`)).body).toEqual(body);
  });

  it('defaults to a speech balloon for a message without emoji, and to no message for an emoji', async () => {
    expect((await user.api.put('/user/status?message=hello')).body).toEqual({
      emoji: 'speech_balloon',
      message: 'hello',
      message_html: 'hello',
    });
    expect((await user.api.put('/user/status', { emoji: 'coffee' })).body).toMatchObject({
      ...nothing,
      emoji: 'coffee',
    });
  });

  it('is cleared by an empty request', async () => {
    await user.api.put('/user/status', { emoji: 'coffee' });
    expect(await user.api.put('/user/status', { emoji: '', message: '' })).toMatchObject({
      status: 200,
      body: nothing,
    });
    expect((await user.api.get('/user/status')).body).toEqual(nothing);
  });

  it('refuses unknown emoji and long messages', async () => {
    expect(await user.api.put('/user/status', { emoji: 'no_such_emoji', message: 'a'.repeat(101) })).toMatchObject({
      status: 400,
      body: {
        message: {
          emoji: ['is not included in the list'],
          message: ['is too long (maximum is 100 characters)'],
        },
      },
    });
  });
});

describe('GET /users/:id_or_username/status', () => {
  it('is empty if not set, and 404 for unknown users', async () => {
    const other = await createUser();
    expect(await api().get(`/users/${other.username}/status`)).toMatchObject({ status: 200, body: nothing });
    for (const unknownUser of ['999999999', 'no-such-user']) {
      expect(await api().get(`/users/${unknownUser}/status`)).toMatchObject({
        status: 404,
        body: { message: '404 User Not Found' },
      });
    }
    expect((await api().get('/user/status')).status).toBe(401);
  });
});

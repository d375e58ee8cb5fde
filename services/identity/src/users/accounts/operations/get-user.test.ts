import { api, asRoot, createUser, waitFor } from '@forgemesh/testing';

const shortFields = ['id', 'name', 'username', 'state', 'avatar_url', 'web_url'];
const profileFields = [
  ...shortFields,
  'created_at',
  'bio',
  'location',
  'public_email',
  'skype',
  'linkedin',
  'twitter',
  'website_url',
  'organization',
];

describe('GET /users/:id', () => {
  it('shows others the profile', async () => {
    const [viewer, user] = await Promise.all([
      createUser(),
      createUser({ location: 'Here', website_url: 'https://a.example' }),
    ]);
    const { status, body } = await viewer.api.get(`/users/${user.id}`);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(profileFields);
    expect(body).toMatchObject({
      id: user.id,
      location: 'Here',
      website_url: 'https://a.example',
      skype: '',
      bio: null,
    });
  });

  it('shows others the short form of a private profile', async () => {
    const [viewer, user] = await Promise.all([createUser(), createUser({ private_profile: true })]);
    expect(Object.keys((await viewer.api.get(`/users/${user.id}`)).body)).toEqual(shortFields);
    expect((await asRoot().get(`/users/${user.id}`)).body).toMatchObject({ private_profile: true, bio: null });
  });

  it('shows administrators everything', async () => {
    const user = await createUser({ note: 'Pays late', external: true });
    const { body } = await asRoot().get(`/users/${user.id}?with_custom_attributes=true`);
    expect(body).toMatchObject({
      email: `${user.username}@example.com`,
      is_admin: false,
      external: true,
      note: 'Pays late',
      custom_attributes: [],
      shared_runners_minutes_limit: null,
    });
  });

  it('is 404 for an unknown id, 400 for an invalid id, 401 without token', async () => {
    expect(await asRoot().get('/users/999999999')).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    });
    expect(await asRoot().get('/users/root')).toMatchObject({ status: 400, body: { error: 'id is invalid' } });
    expect((await api().get('/users/1')).status).toBe(401);
  });

  it('writes the day of the last activity soon after the first request', async () => {
    const user = await createUser();
    await user.api.get('/user');
    const { body } = await eventuallyActive(user.id);
    expect(body.last_activity_on).toBe(new Date().toISOString().slice(0, 10));
  });
});

function eventuallyActive(id: number) {
  return waitFor(
    () => asRoot().get(`/users/${id}`),
    ({ body }) => typeof body.last_activity_on === 'string',
  );
}

import { api, asRoot, createUser, unique } from '@forgemesh/testing';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);
const settings = '/application/settings';

/** Creates a user with an avatar. */
async function createPictured(fields: Record<string, string>): Promise<{ email: string; avatar_url: string }> {
  const user = await createUser();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('avatar', new Blob([png]), 'me.png');
  const { status, body } = await asRoot().put(`/users/${user.id}`, form);
  expect(status).toBe(200);
  return body;
}

function avatarOf(email: string, client = api()) {
  return client.get(`/avatar?email=${encodeURIComponent(email)}&size=32`);
}

describe('GET /avatar', () => {
  it('shows the picture of a user with this public email, ignoring case', async () => {
    const email = `${unique('Public')}@example.com`;
    const user = await createPictured({ email, skip_reconfirmation: 'true', public_email: email });
    expect(user.avatar_url).toMatch(/me\.png$/);
    for (const asked of [email, email.toUpperCase()]) {
      const { status, body } = await avatarOf(asked);
      expect([status, body]).toEqual([200, { avatar_url: user.avatar_url }]);
    }
  });

  it('is null for private and unknown emails without an avatar service', async () => {
    const user = await createPictured({});
    for (const email of [user.email, 'nobody@example.com', 'not an email']) {
      const { status, body } = await avatarOf(email);
      expect([status, body]).toEqual([200, { avatar_url: null }]);
    }
  });

  it('is refused for anonymous callers if public visibility is restricted', async () => {
    const user = await createUser();
    try {
      await asRoot().put(settings, { restricted_visibility_levels: ['public'] });
      expect((await avatarOf('nobody@example.com')).status).toBe(403);
      expect((await avatarOf('nobody@example.com', user.api)).status).toBe(200);
    } finally {
      await asRoot().put(settings, { restricted_visibility_levels: [] });
    }
  });

  it.each([
    ['', 'email is missing'],
    ['?email=', 'email is empty'],
    ['?email=a@b.c&size=big', 'size is invalid'],
    ['?email=a@b.c&size=0', 'size does not have a valid value'],
  ])('refuses %s', async (query, error) => {
    const { status, body } = await api().get(`/avatar${query}`);
    expect([status, body]).toEqual([400, { error }]);
  });
});

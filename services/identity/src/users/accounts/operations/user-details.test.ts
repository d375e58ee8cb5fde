import {
  api,
  asRoot,
  createUser,
  waitFor,
  mesh,
  unique,
  createProject,
  createGroup,
  addMember,
} from '@forgemesh/testing';

const root = asRoot();
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

function withAvatar(content: Buffer, name: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('avatar', new Blob([content]), name);
  return form;
}

describe('the avatar of a user', () => {
  it('is set for a new user, visible to everyone, changed and removed', async () => {
    const username = unique('face');
    const fields = { username, name: 'Face', email: `${username}@example.com`, force_random_password: 'true' };
    const { status, body } = await root.post('/users', withAvatar(png, 'one.png', fields));
    expect(status).toBe(201);
    expect(body.avatar_url).toBe(`${new URL(body.web_url).origin}/uploads/-/system/user/avatar/${body.id}/one.png`);
    const path = `/uploads/-/system/user/avatar/${body.id}`;
    const shown = await fetch(`${mesh().url}${path}/one.png`);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true);

    const changed = await root.put(`/users/${body.id}`, withAvatar(png, 'two.png'));
    expect(changed.body.avatar_url).toContain('/two.png');
    expect((await fetch(`${mesh().url}${path}/one.png`)).status).toBe(404);
    const kept = await root.put(`/users/${body.id}`, { bio: 'b' });
    expect(kept.body.avatar_url).toBe(changed.body.avatar_url);
    expect((await root.put(`/users/${body.id}`, { avatar: '' })).body.avatar_url).toBeNull();
    expect((await fetch(`${mesh().url}${path}/two.png`)).status).toBe(404);
  });

  it('is published to the other services', async () => {
    const user = await createUser();
    const project = await createProject(user.api, { name: 'p' });
    const { body } = await root.put(`/users/${user.id}`, withAvatar(png, 'me.png'));
    const member = await waitFor(
      () => user.api.get(`/projects/${project.id}/members/all`),
      ({ body: members }) => typeof members[0]?.avatar_url === 'string',
    );
    expect(member.body[0].avatar_url).toBe(body.avatar_url);
  });

  it.each([
    ['script.svg', png],
    ['text.png', Buffer.from('<svg onload="alert(1)"/>')],
  ])('is refused as %s', async (name, content) => {
    const user = await createUser();
    const response = await root.put(`/users/${user.id}`, withAvatar(content, name));
    expect(response.status).toBe(404);
    expect(response.body.message.avatar[0]).toContain('file format is not supported');
    expect((await root.get(`/users/${user.id}`)).body.avatar_url).toBeNull();
  });
});

describe('GET /user/activities', () => {
  it('lists users active since a day, for administrators', async () => {
    const user = await createUser();
    await user.api.get('/user');
    const today = new Date().toISOString().slice(0, 10);
    const own = (rows: { username: string }[]) => rows.filter(({ username }) => username === user.username);
    // Reads the last page, which contains the most recent entry.
    const last = async () => {
      const { headers } = await root.get('/user/activities?per_page=100');
      return root.get(`/user/activities?per_page=100&page=${headers.get('x-total-pages') || 1}`);
    };
    const found = await waitFor(last, ({ body }) => own(body).length === 1);
    expect(own(found.body)).toEqual([{ username: user.username, last_activity_on: today, last_activity_at: today }]);
    expect((await root.get('/user/activities?from=2999-01-01')).body).toEqual([]);
    expect((await root.get('/user/activities?from=today')).status).toBe(400);
    expect((await user.api.get('/user/activities')).status).toBe(403);
    expect((await api().get('/user/activities')).status).toBe(401);
  });
});

describe('GET /users/:id/memberships', () => {
  it('lists projects and groups of which the user is a direct member', async () => {
    const [user, owner] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner.api, { name: 'The group' });
    const project = await createProject(owner.api, { name: 'The project' });
    await addMember(owner.api, `/groups/${group.id}`, user, 20);
    await addMember(owner.api, `/projects/${project.id}`, user, 30);
    const [inGroup, inProject] = [
      { source_id: group.id, source_name: 'The group', source_type: 'Namespace', access_level: 20 },
      { source_id: project.id, source_name: 'The project', source_type: 'Project', access_level: 30 },
    ];
    const path = `/users/${user.id}/memberships`;
    expect(await root.get(path)).toMatchObject({ status: 200, body: [inGroup, inProject] });
    expect((await root.get(`${path}?type=Project`)).body).toEqual([inProject]);
    expect((await root.get(`${path}?type=Namespace`)).body).toEqual([inGroup]);
    const { body, headers } = await root.get(`${path}?per_page=1&page=2`);
    expect(body).toEqual([inProject]);
    expect(headers.get('x-total')).toBe('2');
    expect((await root.get(`/users/${user.id}`)).body.highest_role).toBe(30);
    expect((await root.get(`${path}?type=Other`)).status).toBe(400);
    expect((await root.get('/users/999999999/memberships')).status).toBe(404);
    expect((await user.api.get(path)).status).toBe(403);
  });
});

describe('DELETE /users/:id/identities/:provider', () => {
  it('removes the identity of the user, whose id can then be used by others', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const identity = { provider: 'ldap', extern_uid: unique('uid') };
    await root.put(`/users/${user.id}`, identity);
    const path = `/users/${user.id}/identities/ldap`;
    expect((await user.api.delete(path)).status).toBe(403);
    expect((await root.delete(path)).status).toBe(204);
    expect((await root.get(`/users/${user.id}`)).body.identities).toEqual([]);
    expect(await root.delete(path)).toMatchObject({ status: 404, body: { message: '404 Identity Not Found' } });
    expect((await root.put(`/users/${other.id}`, identity)).body.identities).toEqual([identity]);
    expect((await root.delete('/users/999999999/identities/ldap')).status).toBe(404);
  });
});

import {
  createUser,
  unique,
  createGroup,
  createProject,
  borrowUser,
  borrowMember,
  type TestUser,
} from '@forgemesh/testing';

describe('PUT /groups/:id', () => {
  let owner: TestUser;
  beforeAll(async () => {
    owner = await createUser();
  });

  it('changes only the given fields', async () => {
    const group = await createGroup(owner.api, { description: 'Old' });
    const { status, body } = await owner.api.put(`/groups/${group.id}`, {
      name: 'New name',
      project_creation_level: 'noone',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'New name',
      project_creation_level: 'noone',
      path: group.path,
      description: 'Old',
    });
  });

  it('requires an owner', async () => {
    const group = await createGroup(owner.api);
    const maintainer = await borrowMember(owner.api, `/groups/${group.id}`, 40);
    expect((await maintainer.api.put(`/groups/${group.id}`, { name: 'x' })).status).toBe(403);
    expect((await (await borrowUser()).api.put(`/groups/${group.id}`, { name: 'x' })).status).toBe(404);
  });

  it('moves the content of the group along with its path', async () => {
    const group = await createGroup(owner.api);
    const inner = await createGroup(owner.api, { parent_id: group.id });
    const path = unique('moved');
    await owner.api.put(`/groups/${group.id}`, { path });
    expect((await owner.api.get(`/groups/${inner.id}`)).body.full_path).toBe(`${path}/${inner.path}`);
    expect((await owner.api.get(`/groups/${group.path}`)).status).toBe(301);
    expect((await owner.api.post('/groups', { name: 'x', path: group.path })).status).toBe(201);
  });

  it('rejects a path that is taken, as a field error', async () => {
    const group = await createGroup(owner.api);
    const { status, body } = await owner.api.put(`/groups/${group.id}`, { path: owner.username });
    expect(status).toBe(400);
    expect(body).toEqual({ message: { path: ['has already been taken'] } });
  });

  it('rejects a visibility narrower than that of its content', async () => {
    const group = await createGroup(owner.api, { visibility: 'public' });
    await createProject(owner.api, { namespace_id: group.id, visibility: 'public' });
    await createGroup(owner.api, { parent_id: group.id, visibility: 'internal' });
    const internal = await owner.api.put(`/groups/${group.id}`, { visibility: 'internal' });
    expect(internal.status).toBe(400);
    expect(internal.body.message.visibility_level).toEqual([
      'internal is not allowed since this group contains projects with higher visibility.',
    ]);
    const hidden = await owner.api.put(`/groups/${group.id}`, { visibility: 'private' });
    expect(hidden.body.message.visibility_level).toEqual([
      'private is not allowed since this group contains projects with higher visibility.',
      'private is not allowed since there are sub-groups with higher visibility.',
    ]);
  });

  it('rejects a visibility wider than that of its parent', async () => {
    const group = await createGroup(owner.api);
    const inner = await createGroup(owner.api, { parent_id: group.id });
    const { status, body } = await owner.api.put(`/groups/${inner.id}`, { visibility: 'internal' });
    expect(status).toBe(400);
    expect(body.message.visibility_level).toEqual([
      'internal is not allowed since the parent group has a private visibility.',
    ]);
  });
});

import { asRoot, createUser, waitFor, createGroup, createProject, borrowUser, borrowMember } from '@forgemesh/testing';

describe('DELETE /groups/:id', () => {
  it('removes the group with its content and releases its path', async () => {
    const owner = await createUser();
    const group = await createGroup(owner.api);
    const inner = await createGroup(owner.api, { parent_id: group.id });
    const projects = await Promise.all([
      createProject(owner.api, { namespace_id: group.id }),
      createProject(owner.api, { namespace_id: inner.id }),
    ]);
    const { status, body } = await owner.api.delete(`/groups/${group.id}`);
    expect({ status, body }).toEqual({ status: 202, body: { message: '202 Accepted' } });
    // The group is hidden immediately, also from administrators.
    for (const path of [`/groups/${group.id}`, `/groups/${inner.id}`, ...projects.map(({ id }) => `/projects/${id}`)]) {
      expect((await asRoot().get(path)).status).toBe(404);
    }
    const repeated = { name: 'x', path: group.path };
    await waitFor(
      () => owner.api.post('/groups', repeated),
      (response) => response.status === 201,
    );
    expect((await owner.api.get('/projects?membership=true')).body).toEqual([]);
    await waitFor(
      () => owner.api.get('/namespaces'),
      (response) => response.body.length === 2,
    );
  });

  it('requires an owner', async () => {
    const owner = await createUser();
    const group = await createGroup(owner.api);
    const maintainer = await borrowMember(owner.api, `/groups/${group.id}`, 40);
    expect((await maintainer.api.delete(`/groups/${group.id}`)).status).toBe(403);
    expect((await (await borrowUser()).api.delete(`/groups/${group.id}`)).status).toBe(404);
  });
});

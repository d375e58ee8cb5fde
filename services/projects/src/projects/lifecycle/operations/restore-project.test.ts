import {
  asRoot,
  createUser,
  ids,
  createProject,
  borrowUser,
  borrowMember,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

describe('POST /projects/:id/restore', () => {
  let owner: TestUser;
  beforeAll(async () => {
    owner = await createUser();
    await asRoot().put('/application/settings', { deletion_adjourned_period: 7 });
  });
  afterAll(() => asRoot().put('/application/settings', { deletion_adjourned_period: 0 }));

  async function marked(before: (path: string) => Promise<unknown> = () => Promise.resolve()): Promise<TestProject> {
    const project = await createProject(owner.api);
    await before(`/projects/${project.id}`);
    expect((await owner.api.delete(`/projects/${project.id}`)).status).toBe(202);
    return project;
  }

  it('removes the mark and the archiving; the project is listed all the time', async () => {
    const project = await marked();
    expect(ids(await owner.api.get('/projects?owned=true'))).toContain(project.id);
    const { status, body } = await owner.api.post(`/projects/${project.id}/restore`);
    expect(status).toBe(201);
    const open = { id: project.id, archived: false, marked_for_deletion_at: null, marked_for_deletion_on: null };
    expect(body).toMatchObject(open);
    expect((await owner.api.post(`/projects/${project.id}/restore`)).body).toMatchObject(open);
    expect((await owner.api.get(`/projects/${project.id}`)).body).toMatchObject(open);
  });

  it('keeps a project archived that was archived before the mark, or by its owner after it', async () => {
    const before = await marked((path) => owner.api.post(`${path}/archive`));
    expect((await owner.api.post(`/projects/${before.id}/restore`)).body.archived).toBe(true);
    const since = await marked();
    await owner.api.post(`/projects/${since.id}/archive`);
    expect((await owner.api.post(`/projects/${since.id}/restore`)).body.archived).toBe(true);
  });

  it('allows another mark by the next deletion', async () => {
    const project = await marked();
    await owner.api.post(`/projects/${project.id}/restore`);
    await owner.api.delete(`/projects/${project.id}`);
    const { body } = await owner.api.post(`/projects/${project.id}/restore`);
    expect(body.archived).toBe(false);
  });

  it('requires the owner or an administrator', async () => {
    const project = await marked();
    const maintainer = await borrowMember(owner.api, `/projects/${project.id}`, 40);
    expect((await maintainer.api.post(`/projects/${project.id}/restore`)).status).toBe(403);
    expect((await (await borrowUser()).api.post(`/projects/${project.id}/restore`)).status).toBe(404);
    expect((await asRoot().post(`/projects/${project.id}/restore`)).body.archived).toBe(false);
  });
});

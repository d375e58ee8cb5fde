import { asRoot, waitFor, mesh, commitFiles, createMember } from '@forgemesh/testing';
import { openTestBus } from '@forgemesh/testing/runtime';
import { expectStatus, createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();
const none = 'f'.repeat(40);

describe('deployments of a project', () => {
  let project: TestRepository;
  let path: string;
  let sha: string;
  beforeAll(async () => {
    project = await createRepository();
    path = `/projects/${project.id}/deployments`;
    sha = (await root.get(`${project.repository}/commits/main`)).body.id;
  });

  const create = (fields: object = {}, as = root, to = path) =>
    as.post(to, { environment: 'production', sha, ref: 'main', tag: false, status: 'running', ...fields });

  const environmentOf = async (id: number) => (await root.get(`/projects/${project.id}/environments/${id}`)).body;

  describe('POST /projects/:id/deployments', () => {
    it('reports a deployment, and creates the environment', async () => {
      const { status, body } = await create({ environment: 'review/new' });
      expect([status, body]).toEqual([
        201,
        {
          id: expect.any(Number),
          iid: expect.any(Number),
          ref: 'main',
          sha,
          created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
          updated_at: body.created_at,
          status: 'running',
          user: expect.objectContaining({ username: 'root', id: expect.any(Number) }),
          environment: {
            id: expect.any(Number),
            name: 'review/new',
            slug: expect.stringMatching(/^review-new-[a-z0-9]{6}$/),
            external_url: null,
          },
          deployable: null,
        },
      ]);
      const again = await create({ environment: 'review/new' });
      expect(again.body).toMatchObject({ iid: body.iid + 1, environment: { id: body.environment.id } });
    });

    it('accepts tags, and short ids of commits', async () => {
      expectStatus(await root.post(`${project.repository}/tags`, { tag_name: 'v1', ref: 'main' }), 201);
      const tagged = await create({ ref: 'v1', tag: true, sha: sha.slice(0, 10) });
      expect(tagged).toMatchObject({ status: 201, body: { ref: 'v1', sha } });
      expect((await create({ ref: 'v1', tag: false })).status).toBe(400);
    });

    it.each([
      [{ environment: undefined }, { error: 'environment is missing' }],
      [{ sha: undefined, ref: undefined }, { error: 'sha is missing, ref is missing' }],
      [{ tag: undefined }, { error: 'tag is missing' }],
      [{ status: 'created' }, { error: 'status does not have a valid value' }],
      [{ sha: none }, { message: { sha: ['The commit does not exist'] } }],
      [{ sha: 'main' }, { message: { sha: ['The commit does not exist'] } }],
      [{ ref: 'none' }, { message: { ref: ['The branch or tag does not exist'] } }],
      [{ environment: '/x' }, { message: { name: [expect.any(String)] } }],
    ])('refuses %#', async (fields, body) => {
      expect(await create(fields)).toMatchObject({ status: 400, body });
    });
  });

  it('PUT /projects/:id/deployments/:deployment_id moves a deployment to its next status', async () => {
    const { body: created } = await create({ environment: 'statuses' });
    const one = `${path}/${created.id}`;
    const put = (status: string) => root.put(one, { status });
    expect((await put('success')).body).toEqual({ ...created, status: 'success', updated_at: expect.any(String) });
    expect(await put('running')).toMatchObject({
      status: 400,
      body: { message: { status: ['cannot transition via "run"'] } },
    });
    expect(await put('success')).toMatchObject({
      status: 400,
      body: { message: { status: ['cannot transition via "succeed"'] } },
    });
    expect((await put('failed')).body.status).toBe('failed');
    expect((await put('created')).body).toEqual({ error: 'status does not have a valid value' });
    expect((await root.get(one)).body.status).toBe('failed');
    expect((await root.put(`${path}/999999999`, { status: 'failed' })).status).toBe(404);
  });

  it('the last successful one is part of its environment, which it makes available', async () => {
    const { body: first } = await create({ environment: 'last', status: 'success' });
    const { id } = first.environment;
    expect(await environmentOf(id)).toMatchObject({ state: 'available', last_deployment: { id: first.id } });
    await root.post(`/projects/${project.id}/environments/${id}/stop`);
    const { body: second } = await create({ environment: 'last' });
    expect(await environmentOf(id)).toMatchObject({ state: 'stopped', last_deployment: { id: first.id } });
    await root.put(`${path}/${second.id}`, { status: 'success' });
    expect(await environmentOf(id)).toMatchObject({ state: 'available', last_deployment: { id: second.id } });
    const { body: created } = await root.post(`/projects/${project.id}/environments`, { name: 'without' });
    expect((await environmentOf(created.id)).last_deployment).toBeNull();
  });

  it('GET /projects/:id/deployments orders and filters', async () => {
    const own = await createRepository();
    const list = `/projects/${own.id}/deployments`;
    const first = (await root.get(`${own.repository}/commits/main`)).body.id;
    await commitFiles(root, `/projects/${own.id}`, { b: 'b' }, { branch: 'a-topic', start_branch: 'main' });
    const rows = [
      { environment: 'a', ref: 'main', status: 'running' },
      { environment: 'b', ref: 'a-topic', status: 'success' },
      { environment: 'a', ref: 'main', status: 'failed' },
    ];
    const created = [];
    for (const row of rows) created.push(expectStatus(await create({ ...row, sha: first }, root, list), 201));
    const iids = async (query: string) =>
      (await root.get(`${list}?${query}`)).body.map(({ iid }: { iid: number }) => iid);
    expect(await iids('')).toEqual([1, 2, 3]);
    expect(await iids('sort=desc')).toEqual([3, 2, 1]);
    expect(await iids('order_by=ref')).toEqual([2, 1, 3]);
    expect(await iids('order_by=iid&sort=desc&per_page=1')).toEqual([3]);
    expect(await iids('environment=a')).toEqual([1, 3]);
    expect(await iids('environment=none')).toEqual([]);
    expect(await iids('status=success')).toEqual([2]);
    await root.put(`${list}/${created[0].id}`, { status: 'success' });
    expect(await iids('order_by=updated_at')).toEqual([2, 3, 1]);
    expect(await iids(`updated_after=${created[2].updated_at}`)).toEqual([1, 3]);
    expect(await iids(`updated_before=${created[1].updated_at}`)).toEqual([2]);
    expect(await iids(`updated_after=2100-01-01T00:00:00Z`)).toEqual([]);
    for (const query of ['order_by=sha', 'sort=up', 'status=none'])
      expect((await root.get(`${list}?${query}`)).status).toBe(400);
  });

  it('are published as events, like their environments', async () => {
    interface Published {
      id: string;
      type: string;
      data: { entity: { project_id: number; status?: string; environment?: { name: string } }; changes?: object };
    }
    const events = new Map<string, Published>();
    const { bus } = openTestBus(mesh().natsUrl);
    await waitFor(() => Promise.resolve(bus.isConnected()), Boolean);
    const connection = bus.connection()!;
    connection.subscribe('repository.>', {
      callback: (_error, message) => {
        const event = message.json<Published>();
        events.set(event.id, event);
      },
    });
    await connection.flush();
    const own = await createRepository();
    const to = `/projects/${own.id}/deployments`;
    const { id: tip } = (await root.get(`${own.repository}/commits/main`)).body;
    const { body: created } = await create({ environment: 'events', sha: tip }, root, to);
    await root.put(`${to}/${created.id}`, { status: 'success' });
    const published = () =>
      [...events.values()].filter(
        ({ type, data }) => /deployment|environment/.test(type) && data.entity.project_id === own.id,
      );
    const found = await waitFor(
      () => Promise.resolve(published()),
      ({ length }) => length === 3,
    );
    await bus.close();
    const entityOf = (type: string) => found.find((event) => event.type === `repository.${type}`)?.data.entity;
    expect(entityOf('environment.created')).toMatchObject({ name: 'events', state: 'available' });
    expect(entityOf('deployment.created')).toMatchObject({ sha: tip, environment: { name: 'events' }, tag: false });
    expect(entityOf('deployment.updated')).toMatchObject({ id: created.id, status: 'success' });
  });

  it('are readable by reporters and reported by developers', async () => {
    const [guest, reporter, developer] = await Promise.all(
      [10, 20, 30].map((level) => createMember(root, `/projects/${project.id}`, level)),
    );
    const { body: created } = await create();
    expect((await guest?.api.get(path))?.status).toBe(403);
    expect((await reporter?.api.get(`${path}/${created.id}`))?.status).toBe(200);
    expect((await create({}, reporter?.api)).status).toBe(403);
    expect((await reporter?.api.put(`${path}/${created.id}`, { status: 'failed' }))?.status).toBe(403);
    expect((await create({}, developer?.api)).status).toBe(201);
    expect((await developer?.api.put(`${path}/${created.id}`, { status: 'failed' }))?.status).toBe(200);
    const foreign = (await createRepository()).id;
    expect((await developer?.api.get(`/projects/${foreign}/deployments`))?.status).toBe(404);
    expect((await root.get(`/projects/${foreign}/deployments/${created.id}`)).status).toBe(404);
  });
});

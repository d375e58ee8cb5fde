import { api, asRoot, checkResponse, mesh, commitFiles, createMember, borrowMember } from '@forgemesh/testing';
import mongoose from 'mongoose';
import { expectStatus, createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();
/**
 * Calls as the owner of triggers, who may read the token again; other test clients reject responses
 * that contain one.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read fields of any answer
async function asOwner(method: string, path: string, body?: object): Promise<{ status: number; body: any }> {
  const { url, rootToken } = mesh();
  const response = await fetch(`${url}/api/v4${path}`, {
    method,
    headers: { 'PRIVATE-TOKEN': rootToken, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { status } = response;
  const received = await response.json();
  checkResponse({
    url,
    method,
    path: new URL(response.url).pathname,
    status,
    contentType: response.headers.get('content-type'),
    body: received,
    ...(body && { request: body }),
  });
  return { status, body: received };
}

const missing = { status: 404, body: { message: '404 Trigger Not Found' } };

describe('/projects/:id/triggers', () => {
  let project: TestRepository;
  let path: string;
  beforeAll(async () => {
    project = await createEmptyRepository();
    path = `/projects/${project.id}/triggers`;
  });

  it('creates, reads, changes, lists and deletes', async () => {
    const created = await root.post(path, { description: 'nightly' });
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        token: expect.stringMatching(/^[0-9a-f]{40}$/),
        description: 'nightly',
        created_at: expect.stringMatching(/Z$/),
        updated_at: created.body.created_at,
        last_used: null,
        owner: expect.objectContaining({ username: 'root' }),
      },
    ]);
    const one = `${path}/${created.body.id}`;
    expect((await asOwner('GET', one)).body).toEqual(created.body);
    const changed = await asOwner('PUT', one, { description: 'weekly' });
    expect(changed).toMatchObject({ status: 200, body: { description: 'weekly', token: created.body.token } });
    const { body: other } = await root.post(path, { description: 'other' });
    expect((await asOwner('GET', `${path}?per_page=1&page=2`)).body).toEqual([other]);
    expect(await root.delete(one)).toMatchObject({ status: 204, body: undefined });
    for (const response of [await root.get(one), await root.put(one, {}), await root.delete(one)])
      expect(response).toMatchObject(missing);
    expect((await root.post(path, {})).body).toEqual({ error: 'description is missing' });
    const foreign = `/projects/${(await createEmptyRepository()).id}/triggers/${other.id}`;
    expect(await root.get(foreign)).toMatchObject(missing);
  });

  it('shows the token only to its owner, and stores it encrypted', async () => {
    const { body: created } = await root.post(path, { description: 'secret' });
    const maintainer = await createMember(root, `/projects/${project.id}`, 40);
    const seen = await maintainer.api.get(`${path}/${created.id}`);
    expect(seen.body.token).toBe(created.token.slice(0, 4));
    expect((await maintainer.api.put(`${path}/${created.id}`, { description: 'x' })).status).toBe(403);
    const { mongodbUri, databasePrefix } = mesh();
    const connection = mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_repository` });
    const stored = await (
      await connection.asPromise()
    )
      .collection('triggers')
      .find({ project_id: project.id })
      .toArray();
    await connection.close();
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(created.token);
    expect((await maintainer.api.delete(`${path}/${created.id}`)).status).toBe(204);
  });

  it('requires maintainers', async () => {
    const developer = await borrowMember(root, `/projects/${project.id}`, 30);
    expect((await developer.api.get(path)).status).toBe(403);
    expect((await developer.api.post(path, { description: 'x' })).status).toBe(403);
    expect((await api().get(path)).status).toBe(401);
  });
});

describe('POST /projects/:id/triggers/:trigger_id/take_ownership', () => {
  it('makes a maintainer the owner, who then sees the whole token', async () => {
    const project = await createEmptyRepository();
    const path = `/projects/${project.id}/triggers`;
    const maintainer = await createMember(root, `/projects/${project.id}`, 40);
    const { body: created } = await maintainer.api.post(path, { description: 'nightly' });
    expect((await root.get(`${path}/${created.id}`)).body.token).toBe(created.token.slice(0, 4));
    const taken = await asOwner('POST', `${path}/${created.id}/take_ownership`);
    expect(taken).toMatchObject({
      status: 200,
      body: { id: created.id, token: created.token, description: 'nightly', owner: { username: 'root' } },
    });
    expect((await maintainer.api.get(`${path}/${created.id}`)).body.token).toBe(created.token.slice(0, 4));
    expect((await maintainer.api.put(`${path}/${created.id}`, { description: 'x' })).status).toBe(403);
  });

  it('requires maintainers, and a trigger of the project', async () => {
    const project = await createEmptyRepository();
    const path = `/projects/${project.id}/triggers`;
    const { body: created } = await root.post(path, { description: 'nightly' });
    const developer = await borrowMember(root, `/projects/${project.id}`, 30);
    expect((await developer.api.post(`${path}/${created.id}/take_ownership`)).status).toBe(403);
    const foreign = `/projects/${(await createEmptyRepository()).id}/triggers/${created.id}`;
    expect(await root.post(`${foreign}/take_ownership`)).toMatchObject(missing);
  });
});

describe('POST /projects/:id/trigger/pipeline', () => {
  let project: TestRepository;
  let token: string;
  beforeAll(async () => {
    project = await createRepository();
    token = expectStatus(await root.post(`/projects/${project.id}/triggers`, { description: 'x' }), 201).token;
    await commitFiles(
      root,
      `/projects/${project.id}`,
      { '.gitlab-ci.yml': 'test:\n  script: "true"\n' },
      { branch: 'right', start_branch: 'main' },
    );
    await commitFiles(
      root,
      `/projects/${project.id}`,
      { '.gitlab-ci.yml': 'image: alpine\n' },
      { branch: 'wrong', start_branch: 'main' },
    );
  });

  const trigger = (fields: object, id: number | string = project.id) =>
    api().post(`/projects/${encodeURIComponent(id)}/trigger/pipeline`, { token, ref: 'main', ...fields });
  const refusal = (...base: string[]) => ({ status: 400, body: { message: { base } } });

  it('returns the reason why no pipeline is created', async () => {
    expect(await trigger({ ref: 'none' })).toMatchObject(refusal('Reference not found'));
    expect(await trigger({})).toMatchObject(refusal('Missing CI config file'));
    expect(await trigger({ ref: 'wrong' })).toMatchObject(
      refusal('jobs config should contain at least one visible job'),
    );
    const variables = { variables: { A: 'b', C: 1 } };
    expect(await trigger({ ref: 'right', ...variables }, project.path_with_namespace)).toMatchObject(
      refusal('Jobs cannot be run on this instance'),
    );
    const byPath = await api().post(`/projects/${project.id}/ref/none/trigger/pipeline`, { token });
    expect(byPath).toMatchObject(refusal('Reference not found'));
    const [used] = (await asOwner('GET', `/projects/${project.id}/triggers`)).body;
    expect(used.last_used).toEqual(expect.stringMatching(/Z$/));
  });

  it('refuses wrong tokens and projects alike', async () => {
    const wrong = { status: 404, body: { message: '404 Not Found' } };
    expect(await trigger({ token: 'a'.repeat(40) })).toMatchObject(wrong);
    expect(await trigger({}, (await createEmptyRepository()).id)).toMatchObject(wrong);
    expect(await trigger({}, 999_999_999)).toMatchObject(wrong);
    expect((await trigger({ token: undefined, ref: undefined })).body).toEqual({
      error: 'ref is missing, token is missing',
    });
    expect((await trigger({ variables: { A: { b: 'c' } } })).status).toBe(400);
  });

  it('requires an owner who may push', async () => {
    const maintainer = await createMember(root, `/projects/${project.id}`, 40);
    const { body: own } = await maintainer.api.post(`/projects/${project.id}/triggers`, { description: 'own' });
    expect(await trigger({ token: own.token })).toMatchObject(refusal('Missing CI config file'));
    await root.put(`/projects/${project.id}/members/${maintainer.id}`, { access_level: 20 });
    const refused = refusal('Insufficient permissions to create a new pipeline');
    expect(await trigger({ token: own.token })).toMatchObject(refused);
    await root.delete(`/projects/${project.id}/members/${maintainer.id}`);
    expect(await trigger({ token: own.token })).toMatchObject(refused);
    await root.put(`/projects/${project.id}`, { jobs_enabled: false });
    expect(await trigger({})).toMatchObject(refusal('Pipelines are disabled!'));
  });
});

/** The spam check of issues and snippets, with an Akismet service that calls some texts spam. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  create,
  createProjectWithReadme,
  createUser,
  type Created,
  type TestProject,
  type TestUser,
} from '@forgemesh/testing';
import { startMeshOnSharedDatabase, type SeparateMesh } from '../support/isolated-mesh';

const settingsPath = '/application/settings';
const spam = { status: 400, body: { message: { error: 'Spam detected' } } };
const key = 'key of the spam check';

let own: SeparateMesh;
let server: Server;
let received: URLSearchParams[] = [];
let isDown = false;
beforeAll(async () => {
  server = createServer((request, reply) => {
    void text(request).then((body) => {
      const fields = new URLSearchParams(body);
      received.push(fields);
      if (isDown) reply.writeHead(503).end();
      else reply.end(String(/viagra/.test(fields.get('comment_content') ?? '')));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  own = await startMeshOnSharedDatabase({ FORGE_SPAM_CHECK_URL: `http://127.0.0.1:${port}/1.1/comment-check` });
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await own?.stop();
});
beforeEach(() => {
  received = [];
  isDown = false;
});

describe('PUT /application/settings: spam check', () => {
  let owner: TestUser;
  let stranger: TestUser;
  let project: TestProject;
  let path: string;
  beforeAll(async () => {
    [owner, stranger] = await Promise.all([createUser({}, ['api'], own.mesh), createUser({}, ['api'], own.mesh)]);
    project = await createProjectWithReadme(owner.api, { visibility: 'public' });
    path = `/projects/${project.id}`;
    const { status } = await own.root.put(settingsPath, { akismet_enabled: true, akismet_api_key: key });
    expect(status).toBe(200);
  });

  it('refuses issues of non-members that are spam, and creates nothing', async () => {
    const { iid } = await create(stranger.api, `${path}/issues`, { title: 'A question' });
    expect(await stranger.api.post(`${path}/issues`, { title: 'viagra' })).toMatchObject(spam);
    expect(await stranger.api.post(`${path}/issues`, { title: 'A', description: 'viagra' })).toMatchObject(spam);
    expect(await stranger.api.put(`${path}/issues/${iid}`, { description: 'viagra' })).toMatchObject(spam);
    expect(await stranger.api.put(`${path}/issues/${iid}`, { title: 'viagra' })).toMatchObject(spam);
    const { body: issues } = await owner.api.get(`${path}/issues`);
    expect(issues.map(({ title, description }: Created) => [title, description])).toEqual([['A question', null]]);
    const [first] = received;
    expect(Object.fromEntries(first ?? [])).toMatchObject({
      api_key: key,
      blog: own.mesh.url,
      user_ip: '127.0.0.1',
      comment_author_email: `${stranger.username}@example.com`,
      comment_content: 'A question\n',
    });
    expect((await stranger.api.put(`${path}/issues/${iid}`, { state_event: 'close' })).status).toBe(200);
    expect(received).toHaveLength(5);
  });

  it('checks an issue when it stops being confidential', async () => {
    const issue = await create(stranger.api, `${path}/issues`, { title: 'viagra', confidential: true });
    expect(received).toEqual([]);
    expect(await stranger.api.put(`${path}/issues/${issue.iid}`, { confidential: false })).toMatchObject(spam);
  });

  it('does not check members, administrators, and what not everybody can read', async () => {
    const inner = await createProjectWithReadme(owner.api, { visibility: 'internal' });
    for (const [caller, place] of [
      [owner.api, path],
      [own.root, path],
      [stranger.api, `/projects/${inner.id}`],
    ] as const)
      await create(caller, `${place}/issues`, { title: 'viagra' });
    const snippet = { title: 'viagra', file_name: 'a', content: 'viagra' };
    await create(own.root, '/snippets', { ...snippet, visibility: 'public' });
    for (const visibility of ['internal', 'private'])
      await create(stranger.api, '/snippets', { ...snippet, visibility });
    await create(owner.api, `${path}/snippets`, { ...snippet, visibility: 'public' });
    expect(received).toEqual([]);
  });

  it('refuses public snippets that are spam', async () => {
    const fields = { title: 'Notes', file_name: 'a', content: 'a' };
    for (const changed of [{ title: 'viagra' }, { content: 'viagra' }, { description: 'viagra' }])
      expect(await stranger.api.post('/snippets', { ...fields, ...changed, visibility: 'public' })).toMatchObject(spam);
    const { id } = await create(stranger.api, '/snippets', { ...fields, content: 'viagra', visibility: 'private' });
    expect(await stranger.api.put(`/snippets/${id}`, { visibility: 'public' })).toMatchObject(spam);
    expect((await stranger.api.put(`/snippets/${id}`, { visibility: 'public', content: 'a' })).status).toBe(200);
    expect(await stranger.api.put(`/snippets/${id}`, { title: 'viagra' })).toMatchObject(spam);
    const long = `viagra${'a'.repeat(1_100_000)}`;
    const large = await create(stranger.api, '/snippets', { ...fields, content: long, visibility: 'private' });
    expect(await stranger.api.put(`/snippets/${large.id}`, { visibility: 'public' })).toMatchObject(spam);
    expect((await owner.api.get(`/snippets/${large.id}`)).status).toBe(404);
  });

  it('accepts everything while the service fails, and when the check is off', async () => {
    isDown = true;
    await create(stranger.api, `${path}/issues`, { title: 'viagra' });
    expect(received).toHaveLength(1);
    isDown = false;
    await own.root.put(settingsPath, { akismet_enabled: false });
    await create(stranger.api, `${path}/issues`, { title: 'viagra' });
    expect(received).toHaveLength(1);
  });
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  api,
  asRoot,
  createUser,
  waitFor,
  mesh,
  createMember,
  createProject,
  borrowMember,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';

const root = asRoot();
const TOO_OFTEN = { message: { error: 'This endpoint has been requested too many times. Try again later.' } };
const local = 'allow_local_requests_from_web_hooks_and_services';

describe('exports', () => {
  let owner: TestUser;
  let project: TestProject;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api, { description: 'Own words', initialize_with_readme: true });
  });

  function download(id: number, token: string): Promise<Response> {
    return fetch(`${mesh().url}/api/v4/projects/${id}/export/download`, { headers: { 'PRIVATE-TOKEN': token } });
  }

  function finished(as: TestUser, id: number) {
    return waitFor(
      () => as.api.get(`/projects/${id}/export`),
      ({ body }) => body.export_status === 'finished',
    );
  }

  it('change from none to started and finished, and are downloaded at most ten times', async () => {
    const path = `/projects/${project.id}/export`;
    const state = {
      id: project.id,
      description: 'Own words',
      name: project.name,
      path: project.path,
      name_with_namespace: project['name_with_namespace'],
      path_with_namespace: project.path_with_namespace,
      created_at: project['created_at'],
    };
    expect(await owner.api.get(path)).toMatchObject({ status: 200, body: { ...state, export_status: 'none' } });
    const early = await download(project.id, owner.token);
    expect([early.status, await early.json()]).toEqual([404, { message: '404 Not found or has expired' }]);
    expect(await owner.api.post(path)).toMatchObject({ status: 202, body: { message: '202 Accepted' } });
    expect((await owner.api.get(path)).body.export_status).toMatch(/^(started|finished)$/);
    const { body } = await finished(owner, project.id);
    const web = `${project['web_url'] as string}/download_export`;
    const api_url = expect.stringMatching(new RegExp(`/api/v4/projects/${project.id}/export/download$`));
    expect(body).toEqual({ ...state, export_status: 'finished', _links: { api_url, web_url: web } });
    const response = await download(project.id, owner.token);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="\d{4}-\d\d-\d\d_\d\d-\d\d-\d{3}_[\w.-]{1,30}_export\.tar\.gz"$/,
    );
    const archive = Buffer.from(await response.arrayBuffer());
    expect(archive.subarray(0, 2).toString('hex')).toBe('1f8b');
    expect(Number(response.headers.get('content-length'))).toBe(archive.length);
    // The ten-minute window of the rate limit may end once during the test.
    const further: Response[] = [];
    while (further.length < 20 && further.at(-1)?.status !== 429) further.push(await download(project.id, owner.token));
    const refused = further.pop() as Response;
    expect([refused.status, await refused.json()]).toEqual([429, TOO_OFTEN]);
    expect(further.map(({ status }) => status)).toEqual(further.map(() => 200));
    expect(further.length).toBeGreaterThanOrEqual(8);
  });

  it('are limited to one per five minutes, user and project', async () => {
    const other = await createProject(owner.api);
    const start = () => owner.api.post(`/projects/${other.id}/export`);
    expect((await start()).status).toBe(202);
    // As above, the window may end in between.
    const [second, third] = [await start(), await start()];
    const refused = second.status === 429 ? second : third;
    expect([refused.status, refused.body]).toEqual([429, TOO_OFTEN]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await root.post(`/projects/${other.id}/export`)).status).toBe(202);
    await finished(owner, other.id);
  });

  it('require a maintainer, and return 404 if the caller does not see the project', async () => {
    const [maintainer, developer] = await Promise.all([
      borrowMember(owner.api, `/projects/${project.id}`, 40),
      createMember(owner.api, `/projects/${project.id}`, 30),
    ]);
    const stranger = await createUser();
    const path = `/projects/${project.id}/export`;
    expect((await maintainer.api.get(path)).status).toBe(200);
    for (const [user, status] of [
      [developer, 403],
      [stranger, 404],
    ] as const) {
      expect((await user.api.get(path)).status).toBe(status);
      expect((await user.api.post(path)).status).toBe(status);
      expect((await download(project.id, user.token)).status).toBe(status);
    }
    expect((await api().get(path)).status).toBe(401);
    const open = await createProject(owner.api, { visibility: 'public' });
    expect((await stranger.api.get(`/projects/${open.id}/export`)).status).toBe(403);
  });

  it('return 404 while they are disabled', async () => {
    await root.put('/application/settings', { project_export_enabled: false });
    try {
      const path = `/projects/${project.id}/export`;
      await waitFor(
        () => owner.api.get(path),
        ({ status }) => status === 404,
      );
      expect((await owner.api.post(path)).status).toBe(404);
      expect((await download(project.id, owner.token)).status).toBe(404);
    } finally {
      await root.put('/application/settings', { project_export_enabled: true });
    }
    await waitFor(
      () => owner.api.get(`/projects/${project.id}/export`),
      ({ status }) => status === 200,
    );
  });

  it('validate the upload URL', async () => {
    const other = await createProject(owner.api);
    const start = (upload: object) => owner.api.post(`/projects/${other.id}/export`, { upload });
    expect(await start({ http_method: 'PUT' })).toMatchObject({
      status: 400,
      body: { error: 'upload[url] is missing' },
    });
    for (const url of ['http://127.0.0.1/x', 'ftp://example.com/x', 'http://localhost:1/', 'nothing']) {
      const { status, body } = await start({ url });
      expect([status, body]).toEqual([400, { message: { url: [expect.stringMatching(/^is blocked: /)] } }]);
    }
    const method = await start({ url: 'https://example.com/x', http_method: 'DELETE' });
    expect([method.status, method.body]).toEqual([400, { message: { http_method: ['must be PUT or POST'] } }]);
  });

  describe('with an upload URL', () => {
    let server: Server;
    let received: { request: IncomingMessage; body: Buffer }[];
    let status: number;
    beforeAll(async () => {
      await root.put('/application/settings', { [local]: true });
      server = createServer((request, response) => {
        const take = (body: Buffer): void => {
          received.push({ request, body });
          response.writeHead(status).end();
        };
        buffer(request).then(take, () => response.destroy());
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterAll(async () => {
      server.close();
      await root.put('/application/settings', { [local]: false });
    });

    it.each([
      ['PUT', undefined, 200],
      ['POST', 'POST', 201],
      ['PUT', 'PUT', 500],
    ])(
      'are uploaded completely with %s, and stay available whatever the response',
      async (method, http_method, response) => {
        [received, status] = [[], response];
        const sent = await createProject(owner.api, { description: 'Before' });
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/take?key=secret`;
        const start = () =>
          owner.api.post(`/projects/${sent.id}/export`, { description: 'After', upload: { url, http_method } });
        await waitFor(start, ({ status: taken }) => taken === 202);
        await finished(owner, sent.id);
        // The upload is repeated if the process lost its claim on the job.
        const { request, body } = received.at(-1) as (typeof received)[number];
        expect([request.method, request.url]).toEqual([method, '/take?key=secret']);
        expect(request.headers['content-type']).toBe('application/gzip');
        const stored = Buffer.from(await (await download(sent.id, owner.token)).arrayBuffer());
        expect(body.equals(stored)).toBe(true);
      },
    );
  });
});

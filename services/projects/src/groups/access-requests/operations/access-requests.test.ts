import {
  api,
  asRoot,
  createUser,
  waitFor,
  addMember,
  createMember,
  ids,
  createGroup,
  createProject,
  borrowMember,
  borrowUser,
  type TestUser,
} from '@forgemesh/testing';

let owner: TestUser;
beforeAll(async () => {
  owner = await createUser();
});

/** Path of a public project or group that accepts access requests. */
async function createSource(kind: string, fields: object = {}): Promise<string> {
  const settings = { visibility: 'public', request_access_enabled: true, ...fields };
  const make = kind === 'projects' ? createProject : createGroup;
  return `/${kind}/${(await make(owner.api, settings)).id}`;
}

/** Creates a user with an open request. */
async function createRequester(path: string): Promise<TestUser> {
  const user = await createUser();
  expect((await user.api.post(`${path}/access_requests`)).status).toBe(201);
  return user;
}

function waitForDeletion(path: string): Promise<unknown> {
  return waitFor(
    () => owner.api.get(`${path}/access_requests`),
    ({ body }) => body.length === 0,
  );
}

const forbidden = { message: '403 Forbidden' };

describe.each([
  { kind: 'projects', manager: 40, below: 30 },
  { kind: 'groups', manager: 50, below: 40 },
])('access requests of $kind', ({ kind, manager, below }) => {
  describe(`POST /${kind}/:id/access_requests`, () => {
    it('requests access once', async () => {
      const path = await createSource(kind);
      const user = await createUser();
      const { status, body } = await user.api.post(`${path}/access_requests`);
      expect(status).toBe(201);
      expect(body).toEqual({
        id: user.id,
        name: `Name of ${user.username}`,
        username: user.username,
        state: 'active',
        avatar_url: null,
        web_url: expect.stringMatching(new RegExp(`/${user.username}$`)),
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        requested_at: body.created_at,
      });
      const repeated = await user.api.post(`${path}/access_requests`);
      expect([repeated.status, repeated.body]).toEqual([400, { message: { user_id: ['already exists in source'] } }]);
    });

    it('is refused for members, and if requests are disabled', async () => {
      const path = await createSource(kind);
      const member = await createMember(owner.api, path, 10);
      for (const each of [member, owner]) {
        const refused = await each.api.post(`${path}/access_requests`);
        expect([refused.status, refused.body]).toEqual([403, forbidden]);
      }
      const closed = await createSource(kind, { request_access_enabled: false });
      expect((await (await borrowUser()).api.post(`${closed}/access_requests`)).status).toBe(403);
    });

    it('returns 404 if the caller may not read the object', async () => {
      const path = await createSource(kind, { visibility: 'private' });
      expect((await (await borrowUser()).api.post(`${path}/access_requests`)).status).toBe(404);
      expect((await api().post(`${path}/access_requests`)).status).toBe(401);
    });
  });

  describe(`GET /${kind}/:id/access_requests`, () => {
    it('lists requests, oldest first, by page', async () => {
      const path = await createSource(kind);
      const users = [await createRequester(path), await createRequester(path)];
      expect(ids(await owner.api.get(`${path}/access_requests`))).toEqual(users.map(({ id }) => id));
      const page = await owner.api.get(`${path}/access_requests?per_page=1&page=2`);
      expect([ids(page), page.headers.get('x-total')]).toEqual([[users[1]?.id], '2']);
    });

    it('requires a member manager', async () => {
      const path = await createSource(kind);
      const requester = await createRequester(path);
      expect((await requester.api.get(`${path}/access_requests`)).status).toBe(403);
      const reader = await createMember(owner.api, path, below);
      expect((await reader.api.get(`${path}/access_requests`)).status).toBe(403);
      const listed = await (await borrowMember(owner.api, path, manager)).api.get(`${path}/access_requests`);
      expect([listed.status, ids(listed)]).toEqual([200, [requester.id]]);
    });
  });

  describe(`PUT /${kind}/:id/access_requests/:user_id/approve`, () => {
    it('makes the user a developer and removes the request', async () => {
      const path = await createSource(kind);
      const { id } = await createRequester(path);
      const approved = await owner.api.put(`${path}/access_requests/${id}/approve`);
      expect([approved.status, approved.body]).toMatchObject([201, { id, access_level: 30, expires_at: null }]);
      expect((await owner.api.get(`${path}/members/${id}`)).body).toEqual(approved.body);
      expect((await owner.api.get(`${path}/access_requests`)).body).toEqual([]);
      expect((await owner.api.put(`${path}/access_requests/${id}/approve`)).status).toBe(404);
    });

    it('accepts an access level', async () => {
      const path = await createSource(kind);
      const { id } = await createRequester(path);
      const wrong = await owner.api.put(`${path}/access_requests/${id}/approve`, { access_level: 15 });
      expect([wrong.status, wrong.body]).toEqual([400, { message: { access_level: ['is not included in the list'] } }]);
      const approved = await owner.api.put(`${path}/access_requests/${id}/approve`, { access_level: 20 });
      expect([approved.status, approved.body.access_level]).toEqual([201, 20]);
    });

    it('requires a member manager', async () => {
      const path = await createSource(kind);
      const requester = await createRequester(path);
      const reader = await createMember(owner.api, path, below);
      for (const each of [requester, reader])
        expect((await each.api.put(`${path}/access_requests/${requester.id}/approve`)).status).toBe(403);
    });
  });

  describe(`DELETE /${kind}/:id/access_requests/:user_id`, () => {
    it('denies or withdraws a request', async () => {
      const path = await createSource(kind);
      const requester = await createRequester(path);
      const other = await createRequester(path);
      const reader = await createMember(owner.api, path, below);
      for (const each of [other, reader])
        expect((await each.api.delete(`${path}/access_requests/${requester.id}`)).status).toBe(403);
      expect((await requester.api.delete(`${path}/access_requests/${requester.id}`)).status).toBe(204);
      expect((await owner.api.delete(`${path}/access_requests/${other.id}`)).status).toBe(204);
      expect((await owner.api.delete(`${path}/access_requests/${other.id}`)).status).toBe(404);
      expect((await owner.api.delete(`${path}/access_requests/${reader.id}`)).status).toBe(404);
      expect((await requester.api.post(`${path}/access_requests`)).status).toBe(201);
    });
  });

  it('is removed when the user becomes a member in another way', async () => {
    const path = await createSource(kind);
    await addMember(owner.api, path, await createRequester(path), 20);
    await waitForDeletion(path);
  });

  it('is removed with the user', async () => {
    const path = await createSource(kind);
    const { id } = await createRequester(path);
    expect((await asRoot().delete(`/users/${id}`)).status).toBe(204);
    await waitForDeletion(path);
  });
});

describe('POST /projects/:id/access_requests', () => {
  it('is refused while a request for the group of the project is pending', async () => {
    const group = await createSource('groups');
    const path = await createSource('projects', { namespace_id: Number(group.split('/')[2]) });
    const user = await createRequester(group);
    expect((await user.api.post(`${path}/access_requests`)).status).toBe(403);
  });
});

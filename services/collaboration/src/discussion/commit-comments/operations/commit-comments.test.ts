import {
  api,
  createUser,
  createProject,
  borrowMember,
  borrowUser,
  type TestUser,
  type Created,
} from '@forgemesh/testing';

async function commit(as: TestUser, project: Created, action: string, content: string): Promise<string> {
  const actions = [{ action, file_path: 'a.txt', content }];
  const fields = { branch: 'master', commit_message: action, actions };
  const { status, body } = await as.api.post(`/projects/${project.id}/repository/commits`, fields);
  if (status !== 201) throw new Error(`not committed: ${status} ${JSON.stringify(body)}`);
  return body.id as string;
}

describe('comments on commits', () => {
  let owner: TestUser;
  let project: Created;
  let sha: string;
  const commentsOf = (of: string, on: Created = project): string =>
    `/projects/${on.id}/repository/commits/${of}/comments`;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api);
    await commit(owner, project, 'create', 'one\ntwo\nthree\n');
    sha = await commit(owner, project, 'update', 'one\nTWO\nthree\nfour\n');
  });

  describe('POST /projects/:id/repository/commits/:sha/comments', () => {
    it('comments on a line', async () => {
      const { status, body } = await owner.api.post(commentsOf(sha), { note: 'Loud', path: 'a.txt', line: 2 });
      expect(status).toBe(201);
      expect(body).toEqual({
        note: 'Loud',
        path: 'a.txt',
        line: 2,
        line_type: 'new',
        author: expect.objectContaining({ id: owner.id, username: owner.username }),
        created_at: expect.stringMatching(/Z$/),
      });
      expect(body.author).not.toHaveProperty('email');
      const old = { note: 'Gone', path: 'a.txt', line: '2', line_type: 'old' };
      expect((await owner.api.post(commentsOf(sha), old)).body).toMatchObject({ ...old, line: 2 });
      const { body: threads } = await owner.api.get(commentsOf(sha).replace(/comments$/, 'discussions'));
      const parent = (await owner.api.get(`/projects/${project.id}/repository/commits/${sha}`)).body.parent_ids[0];
      const position = { base_sha: parent, start_sha: parent, head_sha: sha, new_path: 'a.txt', position_type: 'text' };
      expect(threads.slice(0, 2)).toMatchObject([
        { individual_note: true, notes: [{ type: null, position: { ...position, old_line: null, new_line: 2 } }] },
        { individual_note: true, notes: [{ position: { ...position, old_line: 2, new_line: null } }] },
      ]);
    });

    it.each([
      { path: 'a.txt', line: 1 },
      { path: 'a.txt', line: 4, line_type: 'old' },
      { path: 'b.txt', line: 2 },
      { path: 'a.txt', line: -1 },
      {},
    ])('comments on the commit if it does not change %j', async (place) => {
      const nowhere = { path: null, line: null, line_type: null };
      expect(await owner.api.post(commentsOf('master'), { note: 'All', ...place })).toMatchObject({
        status: 201,
        body: { note: 'All', ...nowhere },
      });
    });

    it.each([
      [{}, { error: 'note is missing' }],
      [{ note: 'x', path: 'a.txt' }, { error: 'line is missing' }],
      [{ note: 'x', path: 'a.txt', line: 1, line_type: 'mid' }, { error: 'line_type does not have a valid value' }],
    ])('refuses %j', async (fields, body) => {
      expect(await owner.api.post(commentsOf(sha), fields)).toMatchObject({ status: 400, body });
    });

    it('requires a signed-in reader of the code', async () => {
      const open = await createProject(owner.api, { visibility: 'public' });
      const own = await commit(owner, open, 'create', 'x');
      const stranger = await borrowUser();
      expect((await stranger.api.post(commentsOf(own, open), { note: 'x' })).status).toBe(201);
      expect((await api().post(commentsOf(own, open), { note: 'x' })).status).toBe(401);
      expect((await stranger.api.post(commentsOf(sha), { note: 'x' })).status).toBe(404);
      const guest = await borrowMember(owner.api, `/projects/${project.id}`, 10);
      expect((await guest.api.post(commentsOf(sha), { note: 'x' })).status).toBe(403);
      const nothing = commentsOf('0'.repeat(40));
      expect((await owner.api.post(nothing, { note: 'x' })).body).toEqual({ message: '404 Commit Not Found' });
      await owner.api.post(`/projects/${open.id}/archive`);
      expect((await owner.api.post(commentsOf(own, open), { note: 'x' })).status).toBe(403);
    });
  });

  describe('GET /projects/:id/repository/commits/:sha/comments', () => {
    it('lists the comments on the commit of the project, in pages', async () => {
      const open = await createProject(owner.api, { visibility: 'public' });
      const first = await commit(owner, open, 'create', 'x');
      const second = await commit(owner, open, 'update', 'y');
      for (const note of ['one', 'two']) await owner.api.post(commentsOf(first, open), { note });
      await owner.api.post(commentsOf(second, open), { note: 'other' });
      const { status, body } = await api().get(commentsOf(first, open));
      expect(status).toBe(200);
      expect(body.map(({ note }: { note: string }) => note)).toEqual(['one', 'two']);
      const page = await owner.api.get(`${commentsOf(first, open)}?per_page=1&page=2`);
      expect(page.body).toMatchObject([{ note: 'two' }]);
      expect(page.headers.get('x-total')).toBe('2');
      expect((await api().get(commentsOf(sha))).status).toBe(404);
      expect((await owner.api.get(commentsOf('nowhere', open))).status).toBe(404);
    });
  });
});

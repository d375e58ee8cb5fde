import {
  createUser,
  getPage,
  waitFor,
  commitFile,
  createMember,
  createBranchedProject,
  createMergeRequest,
  type ApiClient,
  type ApiResponse,
  type TestUser,
  type TestItem,
} from '@forgemesh/testing';
import { systemNotes } from '#testing/database';
import { openRequest } from '#testing/open-request';

describe('a merge request whose branches move', () => {
  let owner: TestUser;
  /** Path of a project for tests that leave `main` unchanged. */
  let shared: string;
  beforeAll(async () => {
    owner = await createUser();
    ({ path: shared } = await createBranchedProject(owner.api));
  });

  async function openShared(fields: Record<string, unknown> = {}) {
    return { ...(await openRequest(owner.api, shared, fields)), path: shared };
  }

  async function make(fields: Record<string, unknown> = {}): Promise<{
    path: string;
    url: string;
    main: string;
    feature: string;
    request: TestItem;
  }> {
    const { path, main, feature } = await createBranchedProject(owner.api);
    const request = await createMergeRequest(owner.api, path, fields);
    return { path, url: `${path}/merge_requests/${request.iid}`, main, feature, request };
  }

  async function commit(as: ApiClient, path: string, fields: Record<string, unknown>): Promise<string> {
    const answer = await as.post(`${path}/repository/commits`, { actions: [], ...fields });
    expect(answer).toMatchObject({ status: 201 });
    return (answer.body as { id: string }).id;
  }

  function versions(url: string): Promise<string[]> {
    return owner.api.get(`${url}/versions`).then(({ body }) => (body as { state: string }[]).map(({ state }) => state));
  }

  const state =
    (wanted: string) =>
    ({ body }: ApiResponse): boolean =>
      body.state === wanted;

  it('loses the files of older versions when it is merged', async () => {
    const { path, url } = await make();
    await commitFile(owner.api, path, { branch: 'feature', path: 'b.txt', content: 'b\n' });
    expect((await owner.api.put(`${url}/merge`, {})).body.state).toBe('merged');
    expect(await versions(url)).toEqual(['collected', 'without_files']);
    const [newest, oldest] = (await owner.api.get(`${url}/versions`)).body as { id: number }[];
    expect((await owner.api.get(`${url}/versions/${oldest?.id}`)).body).toMatchObject({ diffs: [], real_size: '1' });
    expect((await owner.api.get(`${url}/versions/${newest?.id}`)).body.diffs).toHaveLength(2);
  });

  it('gets a version for a new target, and when the target loses commits, but not for each push to the target', async () => {
    const { path, url, main } = await make();
    await commitFile(owner.api, path, { branch: 'main', path: 'm.txt', content: 'm\n' });
    expect((await owner.api.get(url)).body.merge_status).toBe('can_be_merged');
    expect(await versions(url)).toHaveLength(1);
    const actions = [{ action: 'create', file_path: 'n.txt', content: 'n\n' }];
    await owner.api.delete(`${path}/protected_branches/main`);
    await commit(owner.api, path, { branch: 'main', start_sha: main, force: true, commit_message: 'Back', actions });
    expect((await owner.api.get(url)).body.merge_status).toBe('can_be_merged');
    expect(await versions(url)).toHaveLength(2);
    await owner.api.post(`${path}/repository/branches`, { branch: 'stable', ref: 'main' });
    await owner.api.put(url, { target_branch: 'stable' });
    expect(await versions(url)).toHaveLength(3);
  });

  it('is marked as work in progress by a commit', async () => {
    const { path, url, request, branch } = await openShared({ title: 'Ready' });
    const actions = [{ action: 'create', file_path: 'w.txt', content: 'w\n' }];
    const sha = await commit(owner.api, path, { branch, commit_message: 'fixup! more', actions });
    expect((await owner.api.get(url)).body).toMatchObject({ title: 'WIP: Ready', work_in_progress: true });
    const notes = await waitFor(
      () => systemNotes('MergeRequest', request),
      (texts) => texts.length > 1,
    );
    expect(notes).toEqual([`marked as a **Work In Progress** from ${sha}`, expect.stringMatching(/^added 1 commit\n/)]);
  });

  it('records pushed commits, and the number that the target has already', async () => {
    const { path, url, feature, request } = await make();
    const note = async (count: number): Promise<string | undefined> => {
      await owner.api.get(url);
      const texts = await waitFor(
        () => systemNotes('MergeRequest', request),
        (notes) => notes.length >= count,
      );
      return texts[count - 1]?.replace(/\n\n\[Compare with previous version\].*$/, '');
    };
    const mergeMain = async (): Promise<string> => {
      const back = await createMergeRequest(owner.api, path, { source_branch: 'main', target_branch: 'feature' });
      const { body } = await owner.api.put(`${path}/merge_requests/${back.iid}/merge`);
      return body.merge_commit_sha as string;
    };
    const ontoMain = (name: string): Promise<string> =>
      commitFile(owner.api, path, { branch: 'main', path: name, content: 'x' });
    const short = (sha: string): string => sha.slice(0, 8);
    const merge = (sha: string): string => `<li>${short(sha)} - Merge branch 'main' into 'feature'</li>`;
    await ontoMain('one.txt');
    const second = await ontoMain('two.txt');
    const merged = await mergeMain();
    const range = `${short(feature)}...${short(second)}`;
    expect(await note(1)).toBe(
      `added 3 commits\n\n<ul><li>${range} - 2 commits from branch <code>main</code></li>${merge(merged)}</ul>`,
    );
    const third = await ontoMain('three.txt');
    const again = await mergeMain();
    expect(await note(2)).toBe(
      `added 2 commits\n\n<ul><li>${short(third)} - 1 commit from branch <code>main</code></li>${merge(again)}</ul>`,
    );
    const own = await commitFile(owner.api, path, { branch: 'feature', path: 'own.txt', content: 'x' });
    expect(await note(3)).toBe(`added 1 commit\n\n<ul><li>${short(own)} - Add own.txt</li></ul>`);
  });

  it('is closed when its source branch is deleted, and records its restoration', async () => {
    const { path, url, head, branch, request } = await openShared();
    const developer = await createMember(owner.api, path, 30);
    await developer.api.delete(`${path}/repository/branches/${branch}`);
    expect((await owner.api.get(url)).body).toMatchObject({ state: 'closed', closed_by: { id: developer.id } });
    await owner.api.post(`${path}/repository/branches`, { branch, ref: head });
    await waitFor(
      () => systemNotes('MergeRequest', request),
      (notes) => notes.includes(`restored source branch \`${branch}\``),
    );
    expect((await owner.api.put(url, { state_event: 'reopen' })).body.state).toBe('opened');
    expect(await systemNotes('MergeRequest', request)).toEqual([
      `deleted source branch \`${branch}\``,
      'closed',
      `restored source branch \`${branch}\``,
      'reopened',
    ]);
  });

  it('is not reopened without its source branch', async () => {
    const { path, url, request, branch } = await openShared();
    await owner.api.delete(`${path}/repository/branches/${branch}`);
    const { body: closed } = await owner.api.get(url);
    expect(closed.state).toBe('closed');
    const { status, body } = await owner.api.put(url, { state_event: 'reopen' });
    expect({ status, state: body.state, at: body.updated_at }).toEqual({
      status: 200,
      state: 'closed',
      at: closed.updated_at,
    });
    expect((await owner.api.put(url, { state_event: 'reopen', title: 'Left' })).body).toMatchObject({
      state: 'closed',
      title: 'Left',
      closed_at: closed.closed_at,
    });
    const [deleted, ended, renamed, ...more] = await systemNotes('MergeRequest', request);
    expect([deleted, ended]).toEqual([`deleted source branch \`${branch}\``, 'closed']);
    expect([renamed, more]).toEqual([expect.stringMatching(/^changed title/), []]);
  });

  it('is not reopened without its source project', async () => {
    const { path, project } = await createBranchedProject(owner.api, { visibility: 'public' });
    const contributor = await createUser();
    const forked = await contributor.api.post(`${path}/fork`, {});
    const fork = `/projects/${String(forked.body.id)}`;
    await waitFor(
      () => contributor.api.get(`${fork}/repository/branches/feature`),
      ({ status }) => status === 200,
    );
    const request = await createMergeRequest(contributor.api, fork, { target_project_id: project.id });
    const url = `${path}/merge_requests/${request.iid}`;
    await owner.api.put(url, { state_event: 'close' });
    await contributor.api.delete(fork);
    await waitFor(
      () => contributor.api.get(fork),
      ({ status }) => status === 404,
    );
    const { status, body } = await owner.api.put(url, { state_event: 'reopen' });
    expect({ status, state: body.state }).toEqual({ status: 200, state: 'closed' });
    expect(await systemNotes('MergeRequest', request)).toEqual(['closed']);
  });

  it('is merged by a push of its commits to the target, in the name of the pushing user', async () => {
    const { path, url, main, feature } = await make();
    const maintainer = await createMember(owner.api, path, 40);
    const second = await make();
    // Another request merges the same branch, which moves the target of this one.
    await owner.api.post(`${path}/repository/branches`, { branch: 'copy', ref: feature });
    const other = await createMergeRequest(owner.api, path, { source_branch: 'copy' });
    const merged = await maintainer.api.put(`${path}/merge_requests/${other.iid}/merge`, {});
    expect(merged.body.state).toBe('merged');
    expect((await owner.api.get(url)).body).toMatchObject({
      state: 'merged',
      merged_by: { id: maintainer.id },
      merge_commit_sha: merged.body.merge_commit_sha,
      diff_refs: { base_sha: main, head_sha: feature },
    });
    expect((await owner.api.get(second.url)).body.state).toBe('opened');
  });

  describe('GET /projects/:id/merge_requests/:merge_request_iid/merge_ref', () => {
    it('is the commit that a merge would create, unchanged while no branch moves', async () => {
      const { path, url, main, feature } = await make();
      const first = await owner.api.get(`${url}/merge_ref`);
      expect(first).toMatchObject({ status: 200, body: { commit_id: expect.stringMatching(/^[0-9a-f]{40}$/) } });
      expect((await owner.api.get(`${url}/merge_ref`)).body).toEqual(first.body);
      const shown = (await owner.api.get(`${path}/repository/commits/${first.body.commit_id}`)).body;
      expect(shown).toMatchObject({ parent_ids: [main, feature], title: `Merge ${feature} into ${main}` });
      await commitFile(owner.api, path, { branch: 'main', path: 'a.txt', content: 'other\n' });
      expect(await owner.api.get(`${url}/merge_ref`)).toMatchObject({
        status: 400,
        body: { message: 'Merge request is not mergeable' },
      });
    });
  });

  describe('GET /projects/:id/merge_requests/:merge_request_iid/raw_diffs', () => {
    it('is one patch', async () => {
      const { path, url } = await openShared();
      const { status, headers, body } = await owner.api.get(`${url}/raw_diffs`);
      expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/plain' });
      expect(body).toMatch(/^diff --git a\/a\.txt b\/a\.txt\nnew file mode 100644\nindex 0{40}\.\.[0-9a-f]{40}\n/);
      expect(body).toContain('\n+a\n');
      const guest = await createMember(owner.api, path, 10);
      expect((await guest.api.get(`${url}/raw_diffs`)).status).toBe(403);
    });
  });

  describe('GET /:id/-/merge_requests/:merge_request_iid.patch and .diff', () => {
    it('are the commits and the changes, by the rights of the API', async () => {
      const { path, url, feature, request } = await make();
      const { body: project } = await owner.api.get(path);
      const page = `/${project.path_with_namespace}/-/merge_requests/${request.iid}`;
      const guest = await createMember(owner.api, path, 10);
      const diff = (await owner.api.get(`${url}/raw_diffs`)).body;
      for (const form of ['patch', 'diff']) {
        const { status, headers, text } = await getPage(`${page}.${form}`, { token: owner.token });
        expect([status, headers.get('content-type')]).toEqual([200, 'text/plain']);
        expect(text).toContain(form === 'patch' ? `From ${feature} ` : diff);
        expect((await getPage(`${page.replace('/-/', '/')}.${form}`, { token: owner.token })).text).toBe(text);
        expect((await getPage(`${page}.${form}`, { token: guest.token })).status).toBe(403);
        expect((await getPage(`${page}.${form}`)).status).toBe(404);
        expect((await getPage(`${page}999.${form}`, { token: owner.token })).status).toBe(404);
        expect((await getPage(`${page.slice(0, -1)}x.${form}`, { token: owner.token })).status).toBe(400);
      }
      await owner.api.put(path, { visibility: 'public' });
      expect((await getPage(`${page}.diff`)).text).toBe(diff);
    });
  });

  it('is merged once by concurrent requests', async () => {
    const { path, url } = await make();
    const other = await createMember(owner.api, path, 40);
    const answers = await Promise.all(
      [owner, other, owner, other, owner].map(({ api: as }) => as.put(`${url}/merge`, {})),
    );
    expect(answers.filter(({ status, body }) => status === 200 && body.state === 'merged').length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => ![200, 405, 406].includes(status))).toEqual([]);
    const { body } = await waitFor(() => owner.api.get(url), state('merged'));
    const commits = (await owner.api.get(`${path}/repository/commits?ref_name=main`)).body as { title: string }[];
    expect(commits.filter(({ title }) => title.startsWith('Merge branch'))).toHaveLength(1);
    expect(commits[0]).toMatchObject({ id: body.merge_commit_sha });
  });

  it('loses no concurrent changes', async () => {
    const { path, url } = await openShared();
    const member = await createMember(owner.api, path, 30);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const answers = await Promise.all([
      ...names.map((name) => owner.api.put(url, { add_labels: name })),
      owner.api.put(url, { assignee_id: member.id }),
      owner.api.put(url, { state_event: 'close' }),
      owner.api.put(url, { squash: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await owner.api.get(url)).body).toMatchObject({
      labels: names,
      assignee: { id: member.id },
      state: 'closed',
      squash: true,
    });
  });

  it('gets the next number, also when created concurrently', async () => {
    const { path } = await createBranchedProject(owner.api);
    const sources = Array.from({ length: 20 }, (_, index) => `missing-${index}`);
    const made = await Promise.all(
      sources.map((source_branch) => createMergeRequest(owner.api, path, { source_branch })),
    );
    const iids = made.map(({ iid }) => iid).sort((one, other) => one - other);
    expect(iids).toEqual(sources.map((_, index) => index + 1));
  });
});

describe('a merge request from a fork whose author allows others to push', () => {
  it('lets only users who may merge it push to its branch', async () => {
    const [owner, author, stranger] = await Promise.all([createUser(), createUser(), createUser()]);
    const { path, project } = await createBranchedProject(owner.api, { visibility: 'public' });
    const fork = (await author.api.post(`${path}/fork`, {})).body as { id: number };
    const from = `/projects/${fork.id}`;
    await commitFile(author.api, from, { branch: 'patch', path: 'c.txt', content: 'c\n', start_branch: 'main' });
    const fields = { title: 'x', source_branch: 'patch', target_branch: 'main', target_project_id: project.id };
    const { body: request } = await author.api.post(`${from}/merge_requests`, fields);
    const url = `${path}/merge_requests/${request.iid}`;
    const push = (user: TestUser, branch: string, name: string): Promise<ApiResponse> =>
      user.api.post(`${from}/repository/commits`, {
        branch,
        commit_message: 'More',
        actions: [{ action: 'create', file_path: name, content: name }],
      });
    expect(request).toMatchObject({ allow_collaboration: false, allow_maintainer_to_push: false });
    expect((await push(owner, 'patch', 'd.txt')).status).toBe(403);
    expect((await owner.api.put(url, { allow_collaboration: true })).body.allow_collaboration).toBe(false);
    expect((await author.api.put(url, { allow_maintainer_to_push: true })).body.allow_collaboration).toBe(true);
    expect((await push(owner, 'patch', 'd.txt')).status).toBe(201);
    const file = { branch: 'patch', content: 'e', commit_message: 'e' };
    expect((await owner.api.post(`${from}/repository/files/e.txt`, file)).status).toBe(201);
    expect((await stranger.api.post(`${from}/repository/files/f.txt`, file)).status).toBe(403);
    expect((await push(owner, 'main', 'g.txt')).status).toBe(403);
    expect((await push(stranger, 'patch', 'g.txt')).status).toBe(403);
    await author.api.put(url, { state_event: 'close' });
    expect((await push(owner, 'patch', 'h.txt')).status).toBe(403);
  });
});

import {
  createUser,
  commitFile,
  createMember,
  createBranchedProject,
  createMergeRequest,
  createProject,
  borrowMember,
  borrowUser,
  type TestUser,
  type TestItem,
} from '@forgemesh/testing';
import { openRequest } from '#testing/open-request';

describe('a merge request and its branches', () => {
  let owner: TestUser;
  /** For tests that leave `main` unchanged. */
  let shared: Awaited<ReturnType<typeof createBranchedProject>>;
  beforeAll(async () => {
    owner = await createUser();
    shared = await createBranchedProject(owner.api);
  });

  async function openShared() {
    const { path, main } = shared;
    return { ...(await openRequest(owner.api, path)), path, main };
  }

  async function makeRequest(
    fields: Record<string, unknown> = {},
    project: Record<string, unknown> = {},
  ): Promise<Awaited<ReturnType<typeof createBranchedProject>> & { request: TestItem; url: string }> {
    const branched = await createBranchedProject(owner.api, project);
    const request = await createMergeRequest(owner.api, branched.path, fields);
    return { ...branched, request, url: `${branched.path}/merge_requests/${request.iid}` };
  }

  describe('GET /projects/:id/merge_requests/:merge_request_iid/versions', () => {
    it('lists a version for each push, with commits and files', async () => {
      const { path, url, main, head: first, branch, request } = await openShared();
      const second = await commitFile(owner.api, path, { branch, path: 'b.txt', content: 'b\n' });
      expect((await owner.api.get(url)).body).toMatchObject({ sha: second, changes_count: '2' });
      const { body, headers } = await owner.api.get(`${url}/versions`);
      expect(headers.get('x-total')).toBe('2');
      const version = (head: string, size: string): unknown => ({
        id: expect.any(Number),
        head_commit_sha: head,
        base_commit_sha: main,
        start_commit_sha: main,
        created_at: expect.stringMatching(/Z$/),
        merge_request_id: request.id,
        state: 'collected',
        real_size: size,
      });
      expect(body).toEqual([version(second, '2'), version(first, '1')]);
      const one = await owner.api.get(`${url}/versions/${body[1].id}`);
      expect(one.body.commits.map(({ id }: { id: string }) => id)).toEqual([first]);
      expect(one.body.diffs).toMatchObject([
        { old_path: 'a.txt', new_path: 'a.txt', new_file: true, diff: expect.any(String) },
      ]);
      const commits = await owner.api.get(`${url}/commits`);
      expect(commits.body.map(({ id }: { id: string }) => id)).toEqual([second, first]);
      expect((await owner.api.get(`${url}/changes`)).body).toMatchObject({
        iid: request.iid,
        overflow: false,
        changes: [{ new_path: 'a.txt' }, { new_path: 'b.txt' }],
      });
      const pageOfDiffs = async (page: number) => {
        const { body: files, headers: said } = await owner.api.get(`${url}/diffs?per_page=1&page=${page}`);
        return [files.map(({ new_path }: { new_path: string }) => new_path), said.get('x-total')];
      };
      expect(await pageOfDiffs(1)).toEqual([['a.txt'], '2']);
      expect(await pageOfDiffs(2)).toEqual([['b.txt'], '2']);
      expect(await pageOfDiffs(3)).toEqual([[], '2']);
      const other = await openShared();
      expect((await owner.api.get(`${other.url}/versions/${body[0].id}`)).status).toBe(404);
    });
  });

  describe('PUT /projects/:id/merge_requests/:merge_request_iid', () => {
    it('changes the fields, closes and reopens', async () => {
      const { url, branch } = await openShared();
      const changed = await owner.api.put(url, { title: 'New', description: 'text', labels: 'a,b', squash: true });
      expect(changed).toMatchObject({
        status: 200,
        body: { title: 'New', description: 'text', labels: ['a', 'b'], squash: true },
      });
      expect((await owner.api.put(url, { remove_labels: 'a' })).body.labels).toEqual(['b']);
      const closed = await owner.api.put(`${url}?state_event=close`, {});
      expect(closed.body).toMatchObject({
        state: 'closed',
        closed_by: { id: owner.id },
        closed_at: expect.any(String),
      });
      expect((await owner.api.put(url, { state_event: 'reopen' })).body).toMatchObject({
        state: 'opened',
        closed_by: null,
        merge_status: 'can_be_merged',
      });
      expect((await owner.api.put(url, {})).status).toBe(400);
      expect((await owner.api.put(url, { target_branch: branch })).status).toBe(422);
    });

    it('requires its author, an assignee or a developer', async () => {
      const { path, url } = await openShared();
      const reporter = await borrowMember(owner.api, path, 20);
      expect((await reporter.api.put(url, { title: 'x' })).status).toBe(403);
      expect((await (await borrowUser()).api.put(url, { title: 'x' })).status).toBe(404);
      expect((await reporter.api.get(url)).body.user).toEqual({ can_merge: false });
    });

    it('is hidden from guests who may not read it', async () => {
      const { path, url } = await openShared();
      const guest = await createMember(owner.api, path, 10);
      const { body: assigned } = await owner.api.put(url, { assignee_ids: [guest.id] });
      expect(assigned.assignees).toEqual([]);
      const member = await createMember(owner.api, path, 20);
      expect((await owner.api.put(url, { assignee_ids: [guest.id, member.id] })).body.assignees).toMatchObject([
        { id: member.id },
      ]);
      expect((await owner.api.put(`${path}/members/${member.id}`, { access_level: 10 })).status).toBe(200);
      const missing = `${path}/merge_requests/999`;
      for (const request of [url, missing]) {
        expect((await member.api.get(request)).status).toBe(403);
        expect((await member.api.put(request, { title: 'x' })).status).toBe(403);
        expect((await member.api.put(request, { state_event: 'close' })).status).toBe(403);
        expect((await member.api.put(`${request}/merge`)).status).toBe(403);
        expect((await member.api.put(`${request}/rebase`)).status).toBe(403);
        expect((await member.api.post(`${request}/cancel_merge_when_pipeline_succeeds`)).status).toBe(403);
        expect((await member.api.post(`${request}/pipelines`)).status).toBe(403);
      }
    });
  });

  describe('DELETE /projects/:id/merge_requests/:merge_request_iid', () => {
    it('removes it for owners', async () => {
      const { path, url } = await openShared();
      const maintainer = await borrowMember(owner.api, path, 40);
      expect((await maintainer.api.delete(url)).status).toBe(403);
      expect((await owner.api.delete(url)).status).toBe(204);
      expect((await owner.api.get(url)).status).toBe(404);
    });
  });

  describe('detailed_merge_status', () => {
    const statusOf = async (url: string): Promise<string> => (await owner.api.get(url)).body.detailed_merge_status;

    it('names what prevents the merge', async () => {
      const rules = {
        only_allow_merge_if_all_discussions_are_resolved: true,
        only_allow_merge_if_pipeline_succeeds: true,
        merge_method: 'rebase_merge',
      };
      const { path, url, feature } = await makeRequest({ title: 'Draft: Change' }, rules);
      expect(await statusOf(url)).toBe('draft_status');
      await owner.api.put(url, { title: 'Change' });
      const thread = (await owner.api.post(`${url}/discussions`, { body: 'Why?' })).body as { id: string };
      expect(await statusOf(url)).toBe('discussions_not_resolved');
      await owner.api.put(`${url}/discussions/${thread.id}?resolved=true`, {});
      expect(await statusOf(url)).toBe('ci_must_pass');
      await owner.api.post(`${path}/statuses/${feature}`, { state: 'running', ref: 'feature' });
      expect(await statusOf(url)).toBe('ci_still_running');
      await owner.api.post(`${path}/statuses/${feature}`, { state: 'success', ref: 'feature' });
      expect(await statusOf(url)).toBe('mergeable');
      await owner.api.post(`${url}/approvals`, { approvals_required: 1 });
      expect(await statusOf(url)).toBe('not_approved');
      await commitFile(owner.api, path, { branch: 'main', path: 'c.txt', content: 'c\n' });
      expect(await statusOf(url)).toBe('need_rebase');
      await owner.api.put(url, { state_event: 'close' });
      expect(await statusOf(url)).toBe('not_open');
    });

    it('names conflicts and missing branches', async () => {
      const { path, url } = await makeRequest();
      expect(await statusOf(url)).toBe('mergeable');
      await commitFile(owner.api, path, { branch: 'main', path: 'a.txt', content: 'other\n' });
      expect(await statusOf(url)).toBe('conflict');
      const { iid } = await createMergeRequest(owner.api, path, { source_branch: 'missing' });
      expect(await statusOf(`${path}/merge_requests/${iid}`)).toBe('commits_status');
    });
  });

  describe('reviewers', () => {
    it('are asked, listed, recorded and removed', async () => {
      const { path, url, request } = await makeRequest();
      const [first, second, stranger] = await Promise.all([
        createMember(owner.api, path, 30),
        createMember(owner.api, path, 20),
        createUser(),
      ]);
      const { status, body } = await owner.api.put(url, { reviewer_ids: [first.id, second.id, stranger.id] });
      expect(status).toBe(200);
      expect(body.reviewers).toMatchObject([
        { id: first.id, username: first.username, state: 'active' },
        { id: second.id },
      ]);
      const ids = async (query: string): Promise<number[]> =>
        (await owner.api.get(`${path}/merge_requests?${query}`)).body.map(({ id }: { id: number }) => id);
      expect(await ids(`reviewer_id=${first.id}`)).toEqual([request.id]);
      expect(await ids(`reviewer_username=${second.username.toUpperCase()}`)).toEqual([request.id]);
      expect(await ids('reviewer_id=Any')).toEqual([request.id]);
      expect(await ids('reviewer_id=None')).toEqual([]);
      expect(await ids(`reviewer_id=${stranger.id}`)).toEqual([]);
      expect(await owner.api.get(`${path}/merge_requests?reviewer_id=1&reviewer_username=a`)).toMatchObject({
        status: 400,
        body: { error: 'reviewer_id, reviewer_username are mutually exclusive' },
      });
      const participants = (await owner.api.get(`${url}/participants`)).body as { id: number }[];
      expect(participants.map(({ id }) => id)).toEqual([owner.id, first.id, second.id]);
      expect((await second.api.put(url, { reviewer_ids: [] })).status).toBe(403);
      expect((await owner.api.put(url, { reviewer_ids: [second.id] })).body.reviewers).toHaveLength(1);
      expect((await owner.api.put(url, { reviewer_ids: '0' })).body.reviewers).toEqual([]);
      const notes = (await owner.api.get(`${url}/notes?sort=asc`)).body as { body: string }[];
      expect(notes.map(({ body: text }) => text)).toEqual([
        `requested review from @${first.username} and @${second.username}`,
        `removed review request for @${first.username}`,
        `removed review request for @${second.username}`,
      ]);
      expect((await owner.api.put(url, { reviewer_ids: ['x'] })).body).toEqual({ error: 'reviewer_ids is invalid' });
    });

    it('of a new request need the role developer', async () => {
      const branched = await createBranchedProject(owner.api, { visibility: 'public' });
      const reviewed = await createMergeRequest(owner.api, branched.path, { reviewer_ids: [owner.id] });
      expect(reviewed).toMatchObject({ reviewers: [{ id: owner.id }] });
      const user = await createUser();
      const fork = (await user.api.post(`${branched.path}/fork`, {})).body as { id: number };
      const made = await user.api.post(`/projects/${fork.id}/merge_requests`, {
        title: 'Change',
        source_branch: 'feature',
        target_branch: 'main',
        target_project_id: branched.project.id,
        reviewer_ids: [owner.id],
      });
      expect(made).toMatchObject({ status: 201, body: { reviewers: [] } });
    });
  });

  describe('POST /projects/:id/merge_requests/:merge_request_iid/unsubscribe', () => {
    it('unsubscribes once, and subscribes again', async () => {
      const { url } = await openShared();
      expect(await owner.api.post(`${url}/unsubscribe`, {})).toMatchObject({
        status: 201,
        body: { subscribed: false },
      });
      expect((await owner.api.post(`${url}/unsubscribe`, {})).status).toBe(304);
      expect(await owner.api.post(`${url}/subscribe`, {})).toMatchObject({ status: 201, body: { subscribed: true } });
      expect((await owner.api.get(`${url}/participants`)).body).toMatchObject([{ id: owner.id }]);
    });
  });

  it('is closed when its source branch is deleted', async () => {
    const { path, url, branch } = await openShared();
    await owner.api.delete(`${path}/repository/branches/${branch}`);
    expect((await owner.api.get(url)).body).toMatchObject({ state: 'closed' });
  });

  describe('PUT /projects/:id/merge_requests/:merge_request_iid/merge', () => {
    it('merges with a merge commit and removes the source branch', async () => {
      const { path, url, main, feature, request, project } = await makeRequest({ remove_source_branch: true });
      const { status, body } = await owner.api.put(`${url}/merge`, { sha: feature });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { state: 'merged', merged_by: { id: owner.id }, merged_at: expect.any(String), merge_error: null },
      });
      const commit = (await owner.api.get(`${path}/repository/commits/${body.merge_commit_sha}`)).body;
      expect(commit.parent_ids).toEqual([main, feature]);
      expect(commit.message).toContain(`See merge request ${project.path_with_namespace}!${request.iid}`);
      expect((await owner.api.get(`${path}/repository/branches/main`)).body.commit.id).toBe(body.merge_commit_sha);
      expect((await owner.api.get(`${path}/repository/branches/feature`)).status).toBe(404);
      expect((await owner.api.get(url)).body.state).toBe('merged');
      expect((await owner.api.put(`${url}/merge`, {})).status).toBe(405);
    });

    it('squashes', async () => {
      const { path, url, main } = await makeRequest({ title: 'All of it' });
      await commitFile(owner.api, path, { branch: 'feature', path: 'b.txt', content: 'b\n' });
      const { body } = await owner.api.put(`${url}/merge`, { squash: true });
      expect(body).toMatchObject({ state: 'merged', squash: true });
      const squashed = (await owner.api.get(`${path}/repository/commits/${body.squash_commit_sha}`)).body;
      expect(squashed).toMatchObject({ title: 'All of it', parent_ids: [main] });
    });

    it.each([
      ['default_on', {}, true, {}],
      ['default_on', { squash: false }, false, {}],
      ['always', { squash: false }, true, { squash: false }],
      ['never', { squash: true }, false, { squash: false }],
    ])('squashes as the project says: %s with %j', async (squash_option, fields, isSquashed, accepted) => {
      const { path, url, request } = await makeRequest(fields, { squash_option });
      expect(request).toMatchObject({ squash: isSquashed });
      await commitFile(owner.api, path, { branch: 'feature', path: 'b.txt', content: 'b\n' });
      const forced = squash_option === 'default_on' ? !isSquashed : isSquashed;
      expect((await owner.api.put(url, { squash: !isSquashed })).body.squash).toBe(forced);
      await owner.api.put(url, { squash: isSquashed });
      const { body } = await owner.api.put(`${url}/merge`, accepted);
      expect(body).toMatchObject({ state: 'merged', squash: isSquashed });
      expect(typeof body.squash_commit_sha).toBe(isSquashed ? 'string' : 'object');
    });

    it('refuses to squash if the project forbids it', async () => {
      const { url } = await makeRequest({}, { squash_option: 'never' });
      expect(await owner.api.put(`${url}/merge`, { squash: true })).toMatchObject({
        status: 400,
        body: { message: 'This project does not allow squashing commits when merging' },
      });
      expect((await owner.api.put(`${url}/merge`, {})).body.state).toBe('merged');
    });

    it('fast-forwards the target if the project uses no merge commits', async () => {
      const { path, url, feature } = await makeRequest({}, { merge_method: 'ff' });
      expect((await owner.api.put(`${url}/merge`, {})).body).toMatchObject({ state: 'merged', merge_commit_sha: null });
      expect((await owner.api.get(`${path}/repository/branches/main`)).body.commit.id).toBe(feature);
    });

    it('checks conditions in the order that the API specifies', async () => {
      const { path, url } = await openShared();
      const reporter = await borrowMember(owner.api, path, 20);
      expect(await reporter.api.put(`${url}/merge`, {})).toMatchObject({
        status: 401,
        body: { message: '401 Unauthorized' },
      });
      expect(await owner.api.put(`${url}/merge`, { sha: '0'.repeat(40) })).toMatchObject({ status: 409 });
      await owner.api.put(url, { title: 'WIP: not yet' });
      expect(await owner.api.put(`${url}/merge`, {})).toMatchObject({
        status: 405,
        body: { message: '405 Method Not Allowed' },
      });
    });
  });

  it('merges from a fork', async () => {
    const { path, project } = await makeRequest({}, { visibility: 'public' });
    const user = await createUser();
    const fork = (await user.api.post(`${path}/fork`, {})).body as { id: number };
    const head = await commitFile(user.api, `/projects/${fork.id}`, {
      branch: 'patch',
      path: 'c.txt',
      content: 'c\n',
      start_branch: 'main',
    });
    const made = await user.api.post(`/projects/${fork.id}/merge_requests`, {
      title: 'From afar',
      source_branch: 'patch',
      target_branch: 'main',
      target_project_id: project.id,
    });
    expect(made).toMatchObject({
      status: 201,
      body: { project_id: project.id, source_project_id: fork.id, sha: head, merge_status: 'can_be_merged' },
    });
    expect((await owner.api.put(`${path}/merge_requests/${made.body.iid}/merge`, {})).body.state).toBe('merged');
    const stranger = await createProject(user.api);
    const fields = { title: 'x', source_branch: 'a', target_branch: 'main', target_project_id: project.id };
    expect(await user.api.post(`/projects/${stranger.id}/merge_requests`, fields)).toMatchObject({
      status: 422,
      body: { error: ['Source project is not a fork of the target project'] },
    });
  });
});

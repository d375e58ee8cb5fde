import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  api,
  asRoot,
  createUser,
  mesh,
  meshCaller,
  commitFile,
  createMember,
  createBranchedProject,
  createMergeRequest,
  borrowUser,
  type TestUser,
} from '@forgemesh/testing';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { createLabel, oneWrite } from '#testing/fixtures';

describe('POST /projects/:id/merge_requests', () => {
  let owner: TestUser;
  let made: Awaited<ReturnType<typeof createBranchedProject>>;
  beforeAll(async () => {
    owner = await createUser();
    made = await createBranchedProject(owner.api);
  });

  it('creates a merge request with all fields', async () => {
    const { project, path, main, feature } = made;
    const label = await createLabel(owner.api, path);
    const { status, body } = await owner.api.post(`${path}/merge_requests`, {
      title: ' WIP: More ',
      description: '- [x] done',
      source_branch: 'feature',
      target_branch: 'main',
      labels: label.name,
      assignee_id: owner.id,
      remove_source_branch: true,
    });
    expect({ status, body }).toMatchObject({ status: 201 });
    const user = {
      id: owner.id,
      username: owner.username,
      name: `Name of ${owner.username}`,
      state: 'active',
      avatar_url: null,
      web_url: expect.stringMatching(/^http/),
    };
    expect(body).toEqual({
      id: expect.any(Number),
      iid: 1,
      project_id: project.id,
      target_project_id: project.id,
      source_project_id: project.id,
      source_branch: 'feature',
      target_branch: 'main',
      title: 'WIP: More',
      description: '- [x] done',
      state: 'opened',
      work_in_progress: true,
      draft: true,
      detailed_merge_status: 'draft_status',
      reviewers: [],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      updated_at: body.created_at,
      web_url: expect.stringContaining(`/${project.path_with_namespace}/-/merge_requests/1`),
      merged_by: null,
      merged_at: null,
      closed_by: null,
      closed_at: null,
      user_notes_count: 0,
      upvotes: 0,
      downvotes: 0,
      author: user,
      assignee: user,
      assignees: [user],
      labels: [label.name],
      milestone: null,
      merge_when_pipeline_succeeds: false,
      merge_status: 'can_be_merged',
      has_conflicts: false,
      sha: feature,
      merge_commit_sha: null,
      squash_commit_sha: null,
      squash: false,
      discussion_locked: null,
      should_remove_source_branch: null,
      force_remove_source_branch: true,
      reference: '!1',
      references: { short: '!1', relative: '!1', full: `${project.path_with_namespace}!1` },
      time_stats: { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null },
      task_completion_status: { count: 1, completed_count: 1 },
      blocking_discussions_resolved: true,
      approvals_before_merge: null,
      subscribed: true,
      changes_count: '1',
      latest_build_started_at: null,
      latest_build_finished_at: null,
      first_deployed_to_production_at: null,
      pipeline: null,
      head_pipeline: null,
      merge_error: null,
      user: { can_merge: true },
      diff_refs: { base_sha: main, head_sha: feature, start_sha: main },
    });
    const read = await owner.api.get(`${path}/merge_requests/1?render_html=true&include_diverged_commits_count=1`);
    expect(read.body).toEqual({
      ...body,
      title_html: expect.stringContaining('WIP: More'),
      description_html: expect.stringContaining('<li'),
      diverged_commits_count: 0,
    });
  });

  it('refuses a second open request with the same branches, and equal branches', async () => {
    const fields = { title: 'Again', source_branch: 'feature', target_branch: 'main' };
    expect(await owner.api.post(`${made.path}/merge_requests`, fields)).toMatchObject({
      status: 409,
      body: { message: ['Another open merge request already exists for this source branch: !1'] },
    });
    expect(await owner.api.post(`${made.path}/merge_requests`, { ...fields, target_branch: 'feature' })).toMatchObject({
      status: 422,
      body: { error: ["You can't use same project/branch for source and target"] },
    });
  });

  it('creates one request for concurrent identical requests', async () => {
    const { path } = await createBranchedProject(owner.api);
    const members = await Promise.all([30, 40].map((level) => createMember(owner.api, path, level)));
    const fields = { title: 'Same', source_branch: 'feature', target_branch: 'main' };
    const clients = Array.from({ length: 5 }, (_, index) => members[index % 2] ?? owner);
    const answers = await Promise.all(clients.map((client) => client.api.post(`${path}/merge_requests`, fields)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...clients.slice(1).map(() => 409)]);
    const { body } = await owner.api.get(`${path}/merge_requests`);
    expect(body).toHaveLength(1);
    const message = [`Another open merge request already exists for this source branch: !${body[0].iid}`];
    expect(answers.filter(({ status, body: told }) => status === 409 && told.message[0] !== message[0])).toEqual([]);
  });

  it('creates one request for a write that is repeated sequentially or concurrently', async () => {
    const { path, project, feature } = await createBranchedProject(owner.api);
    const caller = meshCaller();
    const client = caller.client(MergeRequestServiceDefinition, 'collaboration');
    const context = oneWrite(project);
    const fields = { title: 'Once', source_branch: 'feature', target_branch: 'main' };
    const write = () => client.createMergeRequest(fields, { context }) as Promise<{ id: number; iid: number }>;
    const tries = [...(await Promise.all([write(), write(), write()])), await write()];
    expect(new Set(tries.map(({ id }) => id)).size).toBe(1);
    const one = `${path}/merge_requests/${tries[0]?.iid}`;
    expect((await owner.api.get(`${one}/versions`)).body).toMatchObject([{ head_commit_sha: feature }]);
    expect((await owner.api.get(`${path}/repository/commits/${feature}/merge_requests`)).body).toHaveLength(1);
    // The request of the first try has been closed since.
    await owner.api.put(one, { state_event: 'close' });
    expect((await write()).id).toBe(tries[0]?.id);
    caller.close();
    expect((await owner.api.get(`${path}/merge_requests?state=all`)).body).toHaveLength(1);
    expect((await owner.api.get(`${one}/versions`)).body).toHaveLength(1);
  });

  it('keeps its commits fetchable', async () => {
    const { path, project, feature } = await createBranchedProject(owner.api);
    const { iid } = await createMergeRequest(owner.api, path);
    const url = `${mesh().url}/${project.path_with_namespace}.git`.replace('://', `://bot:${mesh().rootToken}@`);
    const { stdout } = await promisify(execFile)('git', ['ls-remote', url, `refs/merge-requests/${iid}/head`]);
    expect(stdout.split('\t')[0]).toBe(feature);
  });

  it('accepts a missing source branch, but cannot be merged', async () => {
    const { merge_status, sha, diff_refs, changes_count } = await createMergeRequest(owner.api, made.path, {
      source_branch: 'missing',
    });
    expect({ merge_status, sha, diff_refs, changes_count }).toEqual({
      merge_status: 'cannot_be_merged',
      sha: null,
      diff_refs: null,
      changes_count: null,
    });
  });

  it('finds conflicts', async () => {
    const { path } = await createBranchedProject(owner.api);
    await commitFile(owner.api, path, { branch: 'main', path: 'a.txt', content: 'other\n' });
    expect(await createMergeRequest(owner.api, path)).toMatchObject({
      merge_status: 'cannot_be_merged',
      has_conflicts: true,
    });
  });

  it.each([
    [{ title: 'x', source_branch: 'a' }, { error: 'target_branch is missing' }],
    [{ title: ' ', source_branch: 'a', target_branch: 'b' }, { message: { title: ["can't be blank"] } }],
    [
      { title: 'x', source_branch: 'a'.repeat(256), target_branch: 'b' },
      { error: 'source_branch is too long (maximum is 255 characters)' },
    ],
  ])('refuses %#', async (fields, body) => {
    expect(await owner.api.post(`${made.path}/merge_requests`, fields)).toMatchObject({ status: 400, body });
  });

  it('requires a developer of a project that is not archived', async () => {
    const fields = { title: 'x', source_branch: 'other', target_branch: 'main' };
    const [stranger, reporter] = [await borrowUser(), await createMember(owner.api, made.path, 20)];
    expect((await stranger.api.post(`${made.path}/merge_requests`, fields)).status).toBe(404);
    expect((await api().post(`${made.path}/merge_requests`, fields)).status).toBe(401);
    expect((await reporter.api.post(`${made.path}/merge_requests`, fields)).status).toBe(403);
    const { path } = await createBranchedProject(owner.api);
    await asRoot().put(path, { merge_requests_access_level: 'disabled' });
    expect(await owner.api.post(`${path}/merge_requests`, fields)).toMatchObject({
      status: 422,
      body: { error: ['Target project has disabled merge requests'] },
    });
    await owner.api.post(`${path}/archive`, {});
    expect((await owner.api.post(`${path}/merge_requests`, fields)).status).toBe(403);
  });
});

describe('lists of merge requests', () => {
  it('filter by state, branches, labels, users and work in progress', async () => {
    const owner = await createUser();
    const { path, project } = await createBranchedProject(owner.api);
    const first = await createMergeRequest(owner.api, path, { title: 'WIP: one', labels: 'bug' });
    const second = await createMergeRequest(owner.api, path, { title: 'two', source_branch: 'missing' });
    const list = async (query: string, as = owner.api, from = `${path}/merge_requests`): Promise<number[]> =>
      ((await as.get(`${from}?${query}`)).body as { id: number }[]).map(({ id }) => id);
    expect(await list('')).toEqual([second.id, first.id]);
    expect(await list('sort=asc&state=opened')).toEqual([first.id, second.id]);
    expect(await list('state=merged')).toEqual([]);
    expect(await list('wip=yes')).toEqual([first.id]);
    expect(await list('wip=no')).toEqual([second.id]);
    expect(await list('labels=bug')).toEqual([first.id]);
    expect(await list('source_branch=missing')).toEqual([second.id]);
    expect(await list('target_branch=main&search=one')).toEqual([first.id]);
    expect(await list('', owner.api, '/merge_requests')).toEqual([second.id, first.id]);
    const [simple] = (await owner.api.get(`${path}/merge_requests?view=simple&per_page=1`)).body;
    expect(Object.keys(simple).sort()).toEqual(
      ['created_at', 'description', 'id', 'iid', 'project_id', 'state', 'title', 'updated_at', 'web_url'].sort(),
    );
    const [guest, stranger] = [await createMember(owner.api, path, 10), await borrowUser()];
    expect((await guest.api.get(`${path}/merge_requests`)).status).toBe(403);
    expect((await guest.api.get(`${path}/merge_requests/${first.iid}`)).status).toBe(403);
    expect(await list('scope=all', guest.api, '/merge_requests')).not.toContain(first.id);
    expect((await stranger.api.get(`${path}/merge_requests/${first.iid}`)).status).toBe(404);
    expect((await owner.api.get(`${path}/merge_requests/99`)).status).toBe(404);
    expect(await list(`scope=all&search=one&source_project_id=${project.id}`, owner.api, '/merge_requests')).toEqual([
      first.id,
    ]);
  });

  it('leave out requests that are private to members for guests', async () => {
    const owner = await createUser();
    const settings = { visibility: 'public', repository_access_level: 'private' };
    const { path } = await createBranchedProject(owner.api, settings);
    const request = await createMergeRequest(owner.api, path);
    const [guest, reporter] = [await createMember(owner.api, path, 10), await createMember(owner.api, path, 20)];
    const list = async (as: typeof owner): Promise<number[]> =>
      ((await as.api.get('/merge_requests?scope=all')).body as { id: number }[]).map(({ id }) => id);
    expect((await guest.api.get(`${path}/merge_requests`)).status).toBe(403);
    expect(await list(guest)).not.toContain(request.id);
    expect(await list(reporter)).toContain(request.id);
  });
});

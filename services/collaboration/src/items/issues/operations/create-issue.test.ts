import {
  api,
  asRoot,
  createUser,
  meshCaller,
  unique,
  createMember,
  createProject,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';
import { IssueAttributes, IssueServiceDefinition } from '@forgemesh/proto/collaboration/v1/issue';
import { createLabel, oneWrite } from '#testing/fixtures';

describe('POST /projects/:id/issues', () => {
  let owner: TestUser;
  let project: TestProject;
  let issues: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api);
    issues = `/projects/${project.id}/issues`;
  });

  it('creates an issue with all fields', async () => {
    const label = await createLabel(owner.api, `/projects/${project.id}`);
    const { status, body } = await owner.api.post(issues, {
      title: ' It breaks ',
      description: '- [x] seen\n- [ ] mended',
      labels: `${label.name},new one`,
      assignee_ids: [owner.id, 999_999_999],
      due_date: '2030-01-31',
      weight: 3,
      confidential: true,
    });
    expect(status).toBe(201);
    const user = {
      id: owner.id,
      username: owner.username,
      name: `Name of ${owner.username}`,
      state: 'active',
      avatar_url: null,
      web_url: expect.stringMatching(/^http/),
    };
    const self = expect.stringContaining(`/api/v4${issues}/${body.iid}`);
    expect(body).toEqual({
      id: expect.any(Number),
      iid: expect.any(Number),
      project_id: project.id,
      title: 'It breaks',
      description: '- [x] seen\n- [ ] mended',
      state: 'opened',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      updated_at: body.created_at,
      closed_at: null,
      closed_by: null,
      labels: [label.name, 'new one'].sort(),
      milestone: null,
      assignees: [user],
      assignee: user,
      author: user,
      user_notes_count: 0,
      merge_requests_count: 0,
      upvotes: 0,
      downvotes: 0,
      due_date: '2030-01-31',
      confidential: true,
      discussion_locked: null,
      web_url: expect.stringContaining(`/${project.path_with_namespace}/-/issues/${body.iid}`),
      time_stats: {
        time_estimate: 0,
        total_time_spent: 0,
        human_time_estimate: null,
        human_total_time_spent: null,
      },
      task_completion_status: { count: 2, completed_count: 1 },
      has_tasks: true,
      task_status: '1 of 2 tasks completed',
      weight: 3,
      epic: null,
      epic_iid: null,
      _links: { self, notes: self, award_emoji: self, project: expect.stringContaining(`/projects/${project.id}`) },
      references: {
        short: `#${body.iid}`,
        relative: `#${body.iid}`,
        full: `${project.path_with_namespace}#${body.iid}`,
      },
      moved_to_id: null,
      issue_type: 'issue',
      subscribed: true,
    });
    expect((await owner.api.get(`${issues}/${body.iid}`)).body).toEqual(body);
    expect((await owner.api.get(`/projects/${project.id}/labels/new%20one`)).body.color).toBe('#428BCA');
  });

  it('ignores fields that its author may not set', async () => {
    const guest = await createMember(owner.api, `/projects/${project.id}`, 10);
    const { status, body } = await guest.api.post(issues, {
      title: 'From a guest',
      labels: unique('nobody'),
      assignee_id: owner.id,
      due_date: '2030-01-31',
      iid: 4_000,
      created_at: '2001-01-01T00:00:00Z',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ labels: [], assignees: [], assignee: null, due_date: null });
    expect(body.iid).toBeLessThan(4_000);
    expect(body.created_at > '2020').toBe(true);
  });

  it('accepts number and date from an owner, once', async () => {
    const fields = { title: 'Old', iid: 700, created_at: '2001-02-03T04:05:06Z' };
    const { body } = await owner.api.post(issues, fields);
    expect(body).toMatchObject({ iid: 700, created_at: '2001-02-03T04:05:06.000Z' });
    const again = await owner.api.post(issues, fields);
    expect(again).toMatchObject({ status: 400, body: { message: { iid: ['has already been taken'] } } });
    expect((await owner.api.post(issues, { title: 'Next' })).body.iid).toBe(701);
  });

  it.each([
    [{}, { error: 'title is missing' }],
    [{ title: ' ' }, { message: { title: ["can't be blank"] } }],
    [{ title: 'x'.repeat(256) }, { message: { title: ['is too long (maximum is 255 characters)'] } }],
    [{ title: 'x', due_date: 'soon' }, { error: 'due_date is invalid' }],
    [{ title: 'x', weight: -1 }, { error: 'weight does not have a valid value' }],
  ])('refuses %j', async (fields, body) => {
    expect(await owner.api.post(issues, fields)).toMatchObject({ status: 400, body });
  });

  it('gives distinct consecutive numbers to concurrent clients', async () => {
    const fresh = await createProject(owner.api);
    const path = `/projects/${fresh.id}`;
    const members = await Promise.all([10, 20, 30, 40].map((level) => createMember(owner.api, path, level)));
    const clients = Array.from({ length: 50 }, (_, index) => members[index % members.length] ?? owner);
    const answers = await Promise.all(
      clients.map((client, index) => client.api.post(`${path}/issues`, { title: `${index}`, labels: 'new' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 201));
    const numbers = answers.map(({ body }) => body.iid as number).sort((one, other) => one - other);
    expect(numbers).toEqual(clients.map((_, index) => index + 1));
    // The missing label is created once.
    expect((await owner.api.get(`${path}/labels`)).body).toMatchObject([{ name: 'new' }]);
    const labelled = clients.filter((client) => client !== members[0]);
    expect((await owner.api.get(`${path}/issues?labels=new&per_page=100`)).body).toHaveLength(labelled.length);
  });

  it('creates one issue for a write that is repeated sequentially or concurrently', async () => {
    const fresh = await createProject(owner.api);
    const caller = meshCaller();
    const client = caller.client(IssueServiceDefinition, 'collaboration');
    const context = oneWrite(fresh);
    const write = () =>
      client.createIssue({ title: 'Once', attributes: IssueAttributes.create({ labels: ['new'] }) }, { context });
    const tries = [await write(), ...(await Promise.all([write(), write()])), await write()];
    caller.close();
    expect(new Set(tries.map(({ id }) => id)).size).toBe(1);
    const { body } = await owner.api.get(`/projects/${fresh.id}/issues`);
    expect(body).toMatchObject([{ id: tries[0]?.id, iid: 1, title: 'Once', labels: ['new'] }]);
  });

  it.each([{ labels: 'not?allowed' }, { epic_id: 999_999_999 }])('draws no number for %j', async (fields) => {
    const fresh = await createProject(owner.api);
    const path = `/projects/${fresh.id}/issues`;
    expect([400, 404]).toContain((await owner.api.post(path, { title: 'Refused', ...fields })).status);
    expect((await owner.api.post(path, { title: 'Taken' })).body.iid).toBe(1);
  });

  it('requires a reader of a project with issues enabled', async () => {
    const stranger = await createUser();
    expect((await stranger.api.post(issues, { title: 'x' })).status).toBe(404);
    expect((await api().post(issues, { title: 'x' })).status).toBe(401);
    const open = await createProject(owner.api, { visibility: 'public' });
    expect((await stranger.api.post(`/projects/${open.id}/issues`, { title: 'x' })).status).toBe(201);
    await asRoot().put(`/projects/${open.id}`, { issues_access_level: 'disabled' });
    expect((await owner.api.post(`/projects/${open.id}/issues`, { title: 'x' })).status).toBe(403);
  });
});

describe('GET /projects/:id/issues/:issue_iid', () => {
  it('shows confidential issues only to reporters, authors and assignees', async () => {
    const owner = await createUser();
    const project = await createProject(owner.api, { visibility: 'public' });
    const path = `/projects/${project.id}`;
    const [reporter, guest, assignee] = [
      await createMember(owner.api, path, 20),
      await createMember(owner.api, path, 10),
      await createMember(owner.api, path, 10),
    ];
    const fields = { title: 'Secret', confidential: true, assignee_ids: [assignee.id] };
    const issue = (await owner.api.post(`${path}/issues`, fields)).body;
    for (const reader of [owner, reporter, assignee])
      expect((await reader.api.get(`${path}/issues/${issue.iid}`)).status).toBe(200);
    const stranger = await createUser();
    for (const other of [guest, stranger])
      expect(await other.api.get(`${path}/issues/${issue.iid}`)).toMatchObject({
        status: 404,
        body: { message: '404 Not found' },
      });
    expect((await api().get(`${path}/issues/${issue.iid}`)).status).toBe(401);
    expect((await owner.api.get(`${path}/issues/99`)).status).toBe(404);
  });
});

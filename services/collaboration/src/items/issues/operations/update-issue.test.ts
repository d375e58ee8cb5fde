import {
  asRoot,
  createUser,
  waitFor,
  createMember,
  createIssue,
  createProject,
  borrowMember,
  borrowUser,
  type TestUser,
  type Created,
  type TestItem,
} from '@forgemesh/testing';
import { systemNotes } from '#testing/database';
import { createLabel, createMilestone } from '#testing/fixtures';

/** Texts of the system notes of an issue, oldest first. */
const recorded = (issue: Created): Promise<string[]> => systemNotes('Issue', issue);

describe('PUT /projects/:id/issues/:issue_iid', () => {
  let owner: TestUser;
  let project: Created;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api);
    path = `/projects/${project.id}`;
  });
  const at = (issue: TestItem): string => `${path}/issues/${issue.iid}`;

  it('changes all fields of an issue, and records the changes', async () => {
    const other = await createMember(owner.api, path, 20);
    const issue = await createIssue(owner.api, path, { title: 'It breaks', description: '- [ ] mend' });
    const { status, body } = await owner.api.put(at(issue), {
      title: 'It breaks often',
      description: '- [x] mend',
      assignee_ids: [owner.id, other.id],
      due_date: '2030-09-20T23:30:00-05:00',
      confidential: true,
      discussion_locked: true,
      weight: 8,
      labels: ['one', 'two'],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: 'It breaks often',
      description: '- [x] mend',
      assignees: [{ id: owner.id }, { id: other.id }],
      due_date: '2030-09-20',
      confidential: true,
      discussion_locked: true,
      weight: 8,
      labels: ['one', 'two'],
    });
    expect(body.updated_at > body.created_at).toBe(true);
    expect(await recorded(issue)).toEqual([
      'changed title from **It breaks** to **It breaks{+ often+}**',
      'marked the task **mend** as completed',
      `assigned to @${owner.username} and @${other.username}`,
      'changed due date to September 20, 2030',
      'made the issue confidential',
      'locked this issue',
    ]);
    expect((await owner.api.put(at(issue), { assignee_ids: [0], due_date: '' })).body).toMatchObject({
      assignees: [],
      due_date: null,
    });
    expect((await recorded(issue)).slice(-2)).toEqual([
      `unassigned @${owner.username} and @${other.username}`,
      'removed due date',
    ]);
  });

  it('closes and reopens', async () => {
    const issue = await createIssue(owner.api, path);
    const closed = await owner.api.put(at(issue), { state_event: 'close' });
    expect(closed.body).toMatchObject({ state: 'closed', closed_by: { id: owner.id } });
    expect(Date.parse(closed.body.closed_at)).toBeGreaterThan(0);
    await owner.api.put(at(issue), { state_event: 'close' });
    expect((await owner.api.put(at(issue), { state_event: 'reopen' })).body).toMatchObject({
      state: 'opened',
      closed_at: null,
      closed_by: null,
    });
    expect(await recorded(issue)).toEqual(['closed', 'reopened']);
  });

  it('applies concurrent additions and removals of labels', async () => {
    const labels = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => createLabel(owner.api, path, { name })),
    );
    const issue = await createIssue(owner.api, path, { labels: 'a,b' });
    const changes = [
      ...['c', 'd', 'e', 'f'].map((name) => ({ add_labels: name })),
      { remove_labels: 'a' },
      { title: 'Renamed meanwhile' },
    ];
    const answers = await Promise.all(changes.map((change) => owner.api.put(at(issue), change)));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect((await owner.api.get(at(issue))).body).toMatchObject({
      labels: labels.map(({ name }) => name).slice(1),
      title: 'Renamed meanwhile',
    });
  });

  it('loses no concurrent changes by different users', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `many-${String(index).padStart(2, '0')}`);
    await Promise.all(names.map((name) => createLabel(owner.api, path, { name })));
    const milestone = await createMilestone(owner.api, path);
    const [member, other] = [await createMember(owner.api, path, 30), await createMember(owner.api, path, 20)];
    const issue = await createIssue(owner.api, path);
    const changes = [
      ...names.map((name) => ({ add_labels: name })),
      ...[{ assignee_ids: [member.id, other.id] }, { milestone_id: milestone.id }],
      ...[{ weight: 3 }, { due_date: '2030-01-02' }, { discussion_locked: true }],
      ...[{ description: 'Meanwhile' }, { state_event: 'close' }],
    ];
    const clients = [owner, member, other];
    const writes = changes.map((change, index) => (clients[index % 3] ?? owner).api.put(at(issue), change));
    const notes = names.map((body) => member.api.post(`${at(issue)}/notes`, { body }));
    const answers = await Promise.all([...writes, ...notes]);
    expect(answers.map(({ status }) => status)).toEqual([...changes.map(() => 200), ...names.map(() => 201)]);
    expect((await owner.api.get(at(issue))).body).toMatchObject({
      labels: names,
      milestone: { id: milestone.id },
      assignees: [{ id: member.id }, { id: other.id }],
      weight: 3,
      due_date: '2030-01-02',
      discussion_locked: true,
      description: 'Meanwhile',
      state: 'closed',
    });
    await waitFor(
      () => owner.api.get(at(issue)),
      ({ body }) => body.user_notes_count === names.length,
    );
  });

  it('lets authors change their texts, and reporters all fields', async () => {
    const guest = await createMember(owner.api, path, 10);
    const own = await createIssue(guest.api, path);
    const { body } = await guest.api.put(at(own), { title: 'Better', labels: 'x', weight: 2, state_event: 'close' });
    expect(body).toMatchObject({ title: 'Better', labels: [], weight: null, state: 'closed' });
    const foreign = await createIssue(owner.api, path);
    expect((await guest.api.put(at(foreign), { title: 'Mine' })).status).toBe(403);
    expect((await (await borrowUser()).api.put(at(foreign), { title: 'Mine' })).status).toBe(404);
  });

  it('refuses empty changes and invalid texts', async () => {
    const issue = await createIssue(owner.api, path);
    const refused = await owner.api.put(at(issue), {});
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.error).toMatch(/^title, description, .* are missing, at least one parameter must be provided$/);
    expect((await owner.api.put(at(issue), { title: '' })).body).toEqual({ message: { title: ["can't be blank"] } });
    expect((await owner.api.put(at(issue), { state_event: 'merge' })).status).toBe(400);
    expect((await owner.api.put(`${path}/issues/9999`, { title: 'x' })).body).toEqual({ message: '404 Not found' });
  });

  it('is refused on an archived project', async () => {
    const old = await createProject(owner.api);
    const issue = await createIssue(owner.api, `/projects/${old.id}`);
    expect((await owner.api.post(`/projects/${old.id}/archive`)).status).toBe(201);
    expect((await owner.api.put(`/projects/${old.id}/issues/${issue.iid}`, { title: 'x' })).status).toBe(403);
    expect((await owner.api.get(`/projects/${old.id}/issues/${issue.iid}`)).status).toBe(200);
  });
});

describe('DELETE /projects/:id/issues/:issue_iid', () => {
  it('removes an issue with its notes for owners', async () => {
    const owner = await createUser();
    const project = await createProject(owner.api);
    const path = `/projects/${project.id}`;
    const maintainer = await borrowMember(owner.api, path, 40);
    const issue = await createIssue(owner.api, path);
    await owner.api.put(`${path}/issues/${issue.iid}`, { state_event: 'close' });
    expect((await maintainer.api.delete(`${path}/issues/${issue.iid}`)).status).toBe(403);
    expect((await owner.api.delete(`${path}/issues/${issue.iid}`)).status).toBe(204);
    expect((await asRoot().delete(`${path}/issues/${issue.iid}`)).status).toBe(404);
    await waitFor(
      () => recorded(issue),
      (notes) => notes.length === 0,
    );
  });
});

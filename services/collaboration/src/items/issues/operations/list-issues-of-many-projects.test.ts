import {
  asRoot,
  createUser,
  waitFor,
  mesh,
  unique,
  createMember,
  ids,
  createGroup,
  createIssue,
  createMergeRequest,
  createProject,
  type TestUser,
  type Created,
} from '@forgemesh/testing';
import mongoose, { type Connection } from 'mongoose';
import { inDatabase } from '#testing/database';
import { createLabel, createMilestone } from '#testing/fixtures';

/** More projects than a database query may name. */
const many = 505;
const firstId = 50_000_000;
const word = unique('Needle').toLowerCase();

describe('lists of issues for callers who may read hundreds of projects', () => {
  let connection: Connection;
  let owner: TestUser;
  let guest: TestUser;
  let group: Created;
  let milestone: Created;
  let projectId: number;
  const made: Record<string, number> = {};
  const copyIds = Array.from({ length: many }, (_, n) => firstId + n);
  const projects = () => connection.collection<{ _id: number; access_keys: string[] }>('projects');

  beforeAll(async () => {
    const { mongodbUri, databasePrefix } = mesh();
    connection = await mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_projects` }).asPromise();
    owner = await createUser();
    group = await createGroup(owner.api);
    const [project, shut, elsewhere] = await Promise.all([
      createProject(owner.api, { namespace_id: group.id }),
      createProject(owner.api, { namespace_id: group.id }),
      createProject(owner.api),
    ]);
    guest = await createMember(owner.api, `/groups/${group.id}`, 10);
    const issue = async (as: TestUser, { id }: Created, fields = {}) =>
      (await createIssue(as.api, `/projects/${id}`, fields)).id;
    const [soon, later] = [
      await createMilestone(owner.api, `/projects/${project.id}`, { title: `${word} soon`, due_date: '2030-01-01' }),
      await createMilestone(owner.api, `/groups/${group.id}`, { title: `${word} later`, due_date: '2030-02-01' }),
    ];
    await createMilestone(owner.api, `/projects/${shut.id}`, { title: `${word} shut` });
    await createMilestone(owner.api, `/projects/${elsewhere.id}`, { title: `${word} elsewhere` });
    await createLabel(owner.api, `/projects/${project.id}`, { name: 'Low', priority: 9 });
    await createLabel(owner.api, `/projects/${project.id}`, { name: 'High', priority: 1 });
    const [planned, secret] = [
      { due_date: '2030-01-02', weight: 3, milestone_id: later.id, labels: 'Low' },
      { due_date: '2030-01-01', weight: 10, milestone_id: soon.id, labels: 'Low,High' },
    ];
    milestone = soon;
    projectId = project.id;
    made['plain'] = await issue(owner, project, planned);
    made['secret'] = await issue(owner, project, { confidential: true, ...secret });
    made['own'] = await issue(guest, project, { confidential: true });
    made['shut'] = await issue(owner, shut);
    made['elsewhere'] = await issue(owner, elsewhere);
    const { body: shown } = await owner.api.get(`/projects/${project.id}/issues?order_by=created_at&sort=asc`);
    await owner.api.post(`/projects/${project.id}/issues/${shown[0].iid}/award_emoji`, { name: 'thumbsup' });
    await owner.api.put(`/projects/${shut.id}`, { issues_access_level: 'disabled' });
    const original = await projects().findOne(
      { _id: project.id },
      { projection: { outbox: 0, outbox_at: 0, operation_id: 0 } },
    );
    const keys = original?.access_keys.filter((key) => !key.startsWith('p:')) ?? [];
    await projects().insertMany(copyIds.map((_id) => ({ ...original, _id, access_keys: [...keys, `p:${_id}`] })));
  });
  afterAll(async () => {
    await projects().deleteMany({ _id: { $in: copyIds } });
    await connection.close();
  });

  /** Titles of the issues in a list, and its total. */
  async function listed(as: TestUser, path: string): Promise<[string[], string | null]> {
    const response = await as.api.get(path);
    expect(response.status).toBe(200);
    const names = ids(response).map((id) => Object.keys(made).find((name) => made[name] === id) ?? String(id));
    return [names, response.headers.get('x-total')];
  }

  it.each(['created_at', 'updated_at', 'relative_position', 'due_date'])(
    'GET /groups/:id/issues shows visible issues of the group, by %s',
    async (order) => {
      const path = `/groups/${group.id}/issues?order_by=${order}`;
      const [[own, total], [guests, fewer]] = [await listed(owner, path), await listed(guest, path)];
      expect([own.sort(), total]).toEqual([['own', 'plain', 'secret'], '3']);
      expect([guests.sort(), fewer]).toEqual([['own', 'plain'], '2']);
    },
  );

  it.each([
    ['due_date', ['secret', 'plain', 'own'], ['plain', 'secret', 'own']],
    ['weight', ['plain', 'secret', 'own'], ['secret', 'plain', 'own']],
    ['popularity', ['own', 'secret', 'plain'], ['plain', 'own', 'secret']],
    ['milestone_due', ['secret', 'plain', 'own'], ['plain', 'secret', 'own']],
    ['label_priority', ['secret', 'plain', 'own'], ['plain', 'secret', 'own']],
    ['priority', ['secret', 'plain', 'own'], ['plain', 'secret', 'own']],
  ])('GET /groups/:id/issues is in the order of %s, page by page', async (order, ascending, descending) => {
    for (const [sort, wanted] of [
      ['asc', ascending],
      ['desc', descending],
    ] as const) {
      const path = `/groups/${group.id}/issues?order_by=${order}&sort=${sort}`;
      expect(await listed(owner, path)).toEqual([wanted, '3']);
      for (const [index, name] of wanted.entries())
        expect(await listed(owner, `${path}&per_page=1&page=${index + 1}`)).toEqual([[name], '3']);
      expect(await listed(guest, path)).toEqual([wanted.filter((name) => name !== 'secret'), '2']);
    }
  });

  it('GET /search?scope=milestones finds milestones of projects whose issues or merge requests are readable', async () => {
    const found = async (as: TestUser, place: string): Promise<[number[], string | null]> => {
      const response = await as.api.get(`${place}/search?scope=milestones&search=${word}&per_page=1`);
      return [ids(response), response.headers.get('x-total')];
    };
    for (const place of ['', `/groups/${group.id}`]) expect(await found(guest, place)).toEqual([[milestone.id], '1']);
    expect((await found(owner, ''))[1]).toBe('3');
    expect(await found(await createUser(), '')).toEqual([[], '0']);
  });

  it('GET /groups/:id/issues finds labels and milestones of projects', async () => {
    const list = `/groups/${group.id}/issues`;
    expect(await listed(owner, `${list}?labels=low&sort=asc`)).toEqual([['plain', 'secret'], '2']);
    expect(await listed(guest, `${list}?labels=Low`)).toEqual([['plain'], '1']);
    expect(await listed(owner, `${list}?not[labels]=High&sort=asc`)).toEqual([['plain', 'own'], '2']);
    expect(await listed(owner, `${list}?milestone=${encodeURIComponent(`${word} soon`)}`)).toEqual([['secret'], '1']);
    expect(await listed(guest, `${list}?milestone=${encodeURIComponent(`${word} soon`)}`)).toEqual([[], '0']);
  });

  it('GET /groups/:id/issues and GET /issues find a label that hundreds of projects have', async () => {
    const now = new Date();
    const title = 'High';
    const copies = copyIds.map((_id) => ({
      _id,
      version: 1,
      project_id: null,
      group_id: _id,
      title,
      title_lower: title.toLowerCase(),
      color: '#112233',
      description: null,
      priorities: [],
      subscriptions: [],
      created_at: now,
      updated_at: now,
    }));
    await inDatabase(async (database) => {
      const labels = database.collection<(typeof copies)[number]>('labels');
      await labels.insertMany(copies);
      try {
        const list = `/groups/${group.id}/issues`;
        expect(await listed(owner, `${list}?labels=high`)).toEqual([['secret'], '1']);
        expect(await listed(owner, `${list}?not[labels]=high&sort=asc`)).toEqual([['plain', 'own'], '2']);
        expect(await listed(owner, `${list}?labels=high,low&order_by=weight`)).toEqual([['secret'], '1']);
        expect(await listed(guest, `${list}?labels=high`)).toEqual([[], '0']);
        expect((await owner.api.get(`${list}_statistics?labels=high`)).body.statistics.counts.all).toBe(1);
        const all = `/issues?scope=all&author_id=${owner.id}`;
        expect(await listed({ ...owner, api: asRoot() }, `${all}&labels=high`)).toEqual([['secret'], '1']);
        expect((await listed({ ...owner, api: asRoot() }, `${all}&not[labels]=high`))[0]).not.toContain('secret');
        const few = await createMember(owner.api, `/projects/${projectId}`, 20);
        expect(await listed(few, `/issues?scope=all&labels=high`)).toEqual([['secret'], '1']);
      } finally {
        await labels.deleteMany({ _id: { $in: copyIds } });
      }
    });
  });

  it('GET /groups/:id/issues has pages', async () => {
    const path = `/groups/${group.id}/issues?per_page=1&sort=asc`;
    expect(await listed(guest, path)).toEqual([['plain'], '2']);
    expect(await listed(guest, `${path}&page=2`)).toEqual([['own'], '2']);
    expect(await listed(guest, `${path}&page=3`)).toEqual([[], '2']);
  });

  it('GET /issues shows them for all projects', async () => {
    expect(await listed(guest, '/issues')).toEqual([['own'], '1']);
    expect((await listed(owner, `/issues?scope=all&author_id=${owner.id}`))[0]).toEqual([
      'elsewhere',
      'secret',
      'plain',
    ]);
    expect((await listed(guest, `/issues?scope=all&author_id=${owner.id}`))[0]).toEqual(['plain']);
    expect(await listed(await createUser(), `/issues?scope=all&author_id=${owner.id}`)).toEqual([[], '0']);
  });

  it('GET /merge_requests and GET /groups/:id/merge_requests work too', async () => {
    for (const path of [`/groups/${group.id}/merge_requests`, '/merge_requests'])
      expect(await listed(owner, path)).toEqual([[], '0']);
  });

  it('GET /groups/:id/labels?with_counts=true counts visible items', async () => {
    const labels = `/groups/${group.id}/labels`;
    await owner.api.post(labels, { name: 'Kind', color: '#112233' });
    const project = await createProject(owner.api, { namespace_id: group.id });
    const path = `/projects/${project.id}`;
    const labelled = { labels: 'Kind' };
    await createIssue(owner.api, path, labelled);
    await createIssue(owner.api, path, { ...labelled, confidential: true });
    await createIssue(owner.api, path, { ...labelled, confidential: true, assignee_ids: [guest.id] });
    const { iid } = await createIssue(owner.api, path, labelled);
    await owner.api.put(`${path}/issues/${iid}`, { state_event: 'close' });
    await createMergeRequest(owner.api, path, labelled);
    const counted = async (as: TestUser): Promise<unknown> => (await as.api.get(`${labels}?with_counts=true`)).body;
    const counts = { closed_issues_count: 1, open_merge_requests_count: 1 };
    expect(await counted(owner)).toMatchObject([{ name: 'Kind', open_issues_count: 3, ...counts }]);
    expect(await counted(guest)).toMatchObject([{ name: 'Kind', open_issues_count: 2 }]);
  });

  it('GET /todos shows todos whose target the caller may still read', async () => {
    const project = await createProject(owner.api, { namespace_id: group.id });
    const path = `/projects/${project.id}`;
    const issue = await createIssue(owner.api, path);
    const { body: todo } = await guest.api.post(`${path}/issues/${issue.iid}/todo`);
    const shown = async (): Promise<number[]> => ids(await guest.api.get(`/todos?project_id=${project.id}`));
    expect(await shown()).toEqual([todo.id]);
    expect(ids(await guest.api.get(`/todos?group_id=${group.id}`))).toContain(todo.id);
    await owner.api.put(`${path}/issues/${issue.iid}`, { confidential: true });
    expect(await shown()).toEqual([]);
    await owner.api.put(`${path}/issues/${issue.iid}`, { confidential: false });
    expect(await shown()).toEqual([todo.id]);
    await owner.api.put(path, { issues_access_level: 'disabled' });
    expect(await waitFor(shown, (found) => found.length === 0)).toEqual([]);
    expect((await guest.api.post(`/todos/${todo.id}/mark_as_done`)).status).toBe(404);
  });
});

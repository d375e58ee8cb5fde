import {
  createUser,
  unique,
  ids,
  createGroup,
  createIssue,
  createMergeRequest,
  createProject,
  type TestUser,
  type Created,
} from '@forgemesh/testing';
import { createLabel, createMilestone } from '#testing/fixtures';

describe('GET /projects/:id/issues ordered by milestones and labels', () => {
  let owner: TestUser;
  let group: Created;
  let path: string;
  let [soon, later, undated] = [] as unknown as [Created, Created, Created];
  let [low, high] = [] as unknown as [Created, Created];
  const made: Record<string, number> = {};

  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    path = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
    soon = await createMilestone(owner.api, path, { due_date: '2030-01-01' });
    later = await createMilestone(owner.api, `/groups/${group.id}`, { due_date: '2030-02-01' });
    undated = await createMilestone(owner.api, path);
    low = await createLabel(owner.api, path, { name: 'Low', priority: 9 });
    high = await createLabel(owner.api, path, { name: 'High', priority: 1 });
    await createLabel(owner.api, path, { name: 'Plain' });
    const fields: Record<string, Record<string, unknown>> = {
      'later, low': { milestone_id: later.id, labels: 'Low' },
      'later, high': { milestone_id: later.id, labels: 'Low,High' },
      soon: { milestone_id: soon.id, labels: 'Plain' },
      'soon, low': { milestone_id: soon.id, labels: 'Low' },
      'undated, high': { milestone_id: undated.id, labels: 'High' },
      nothing: {},
    };
    for (const [name, field] of Object.entries(fields)) made[name] = (await createIssue(owner.api, path, field)).id;
  });

  async function names(query: string, list = `${path}/issues`): Promise<string[]> {
    const response = await owner.api.get(`${list}?${query}`);
    expect(response.status).toBe(200);
    return ids(response).map((id) => Object.keys(made).find((name) => made[name] === id) ?? String(id));
  }

  const byDay = ['soon, low', 'soon', 'later, high', 'later, low', 'nothing', 'undated, high'];
  const orders: [string, string[]][] = [
    ['order_by=milestone_due&sort=asc', byDay],
    ['order_by=milestone_due', ['later, high', 'later, low', 'soon, low', 'soon', 'nothing', 'undated, high']],
    [
      'order_by=label_priority&sort=asc',
      ['undated, high', 'later, high', 'soon, low', 'later, low', 'nothing', 'soon'],
    ],
    ['order_by=label_priority', ['soon, low', 'later, low', 'undated, high', 'later, high', 'nothing', 'soon']],
    ['order_by=priority&sort=asc', ['soon, low', 'soon', 'later, high', 'later, low', 'undated, high', 'nothing']],
    ['order_by=priority', ['later, low', 'later, high', 'soon, low', 'soon', 'undated, high', 'nothing']],
  ];

  it.each(orders)('shows %s, with items without a value last', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    expect(await names(query, `/groups/${group.id}/issues`)).toEqual(expected);
  });

  it.each(orders)('shows pages of %s, with the total', async (query, expected) => {
    for (const page of [1, 2, 3, 4]) {
      const part = expected.slice((page - 1) * 2, page * 2);
      expect(await names(`${query}&per_page=2&page=${page}`)).toEqual(part);
    }
    const { headers } = await owner.api.get(`${path}/issues?${query}&per_page=4&page=2`);
    expect([headers.get('x-total'), headers.get('x-next-page')]).toEqual(['6', '']);
    expect(await names(`${query}&labels=Low`)).toEqual(expected.filter((name) => made[name] && isLow(name)));
  });
  const isLow = (name: string): boolean => name.endsWith('low') || name === 'later, high';

  it('reflects changes of labels and milestones immediately', async () => {
    const first = async (order: string): Promise<string | undefined> => (await names(`${order}&sort=asc`))[0];
    await owner.api.put(`${path}/milestones/${undated.id}`, { due_date: '2029-01-01' });
    expect(await first('order_by=milestone_due')).toBe('undated, high');
    await owner.api.put(`${path}/milestones/${undated.id}`, { due_date: '' });
    expect(await first('order_by=milestone_due')).toBe('soon, low');
    await owner.api.put(`${path}/labels/${low.id}`, { priority: 0 });
    expect(await first('order_by=label_priority')).toBe('soon, low');
    await owner.api.put(`${path}/labels/${low.id}`, { priority: 9 });
    await owner.api.put(`${path}/labels/${high.id}`, { priority: 'null' });
    await owner.api.put(`${path}/labels/${high.id}`, { priority: 1 });
    expect(await first('order_by=label_priority')).toBe('undated, high');
  });

  it('uses the priority of a group label in each project', async () => {
    const inner = await createGroup(owner.api, { parent_id: group.id });
    const [one, other] = [
      await createProject(owner.api, { namespace_id: inner.id }),
      await createProject(owner.api, { namespace_id: inner.id }),
    ];
    const name = unique('label');
    const label = await createLabel(owner.api, `/projects/${one.id}`, { name, priority: 1 });
    await createLabel(owner.api, `/projects/${other.id}`, { name, priority: 9 });
    expect((await owner.api.put(`/projects/${one.id}/labels/${label.id}/promote`)).status).toBe(200);
    const own = await createLabel(owner.api, `/projects/${other.id}`, { priority: 5 });
    const first = await createIssue(owner.api, `/projects/${one.id}`, { labels: name });
    const last = await createIssue(owner.api, `/projects/${other.id}`, { labels: name });
    const between = await createIssue(owner.api, `/projects/${other.id}`, { labels: `${name},${own.name}` });
    const wanted = [first.id, between.id, last.id];
    const list = `/groups/${inner.id}/issues?order_by=label_priority`;
    expect(ids(await owner.api.get(`${list}&sort=asc`))).toEqual(wanted);
    expect(ids(await owner.api.get(list))).toEqual([...wanted].reverse());
  });

  it('orders merge requests too', async () => {
    const request = async (source_branch: string, fields: object): Promise<number> =>
      (await createMergeRequest(owner.api, path, { source_branch, ...fields })).id;
    const plain = await request('missing-1', {});
    const due = await request('missing-2', { milestone_id: soon.id, labels: 'Low' });
    const dueFirst = await request('missing-3', { milestone_id: soon.id, labels: 'High' });
    const newest = await request('missing-4', {});
    const list = async (order: string): Promise<number[]> =>
      ids(await owner.api.get(`${path}/merge_requests?order_by=${order}&sort=asc`));
    expect(await list('priority')).toEqual([dueFirst, due, newest, plain]);
    expect(await list('milestone_due')).toEqual([dueFirst, due, newest, plain]);
    expect(await list('label_priority')).toEqual([dueFirst, due, newest, plain]);
  });
});

import {
  createUser,
  createBranchedProject,
  createGroup,
  createIssue,
  createMergeRequest,
  type ApiResponse,
  type TestUser,
  type Created,
  type TestItem,
} from '@forgemesh/testing';
import { inDatabase, type StoredRow } from '#testing/database';
import { createEpic } from '#testing/fixtures';

const TOO_MANY = { status: 400, body: { message: 'At most 100 labels are allowed' } };

/** The labels of the item in a response. */
function labelsOf({ body }: ApiResponse): string[] {
  return (body as { labels: string[] }).labels;
}

/** Distinct titles of labels. */
function titles(count: number, prefix = 'label'): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
}

describe('labels of an item', () => {
  let owner: TestUser;
  let group: Created;
  let path: string;
  let project: Created;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    ({ path, project } = await createBranchedProject(owner.api, { namespace_id: group.id }));
  });

  const countLabels = (): Promise<number> =>
    inDatabase((connection) => connection.collection('labels').countDocuments({ project_id: project.id }));
  const outcome = ({ status, body }: ApiResponse) => ({ status, body });

  /** Gives an issue labels as an earlier version could: more than the maximum. */
  async function makeIssueWith(count: number): Promise<{ at: string; names: string[] }> {
    const names = titles(count, 'earlier');
    const parts = [names.slice(0, 100), names.slice(100)];
    const made: TestItem[] = [];
    for (const labels of parts) made.push(await createIssue(owner.api, path, { labels }));
    const [issue] = made as [TestItem];
    await inDatabase(async (connection) => {
      const issues = connection.collection<StoredRow>('issues');
      const rows = await issues.find({ _id: { $in: made.map(({ id }) => id) } }).toArray();
      const label_ids = rows.flatMap((row) => row['label_ids'] as number[]);
      await issues.updateOne({ _id: issue.id }, { $set: { label_ids }, $inc: { version: 1 } as never });
    });
    return { at: `${path}/issues/${issue.iid}`, names };
  }

  it('are at most 100 in a new issue, and none of the others is created', async () => {
    const before = await countLabels();
    const create = (labels: unknown) => owner.api.post(`${path}/issues`, { title: 'labelled', labels });
    expect(outcome(await create(titles(101, 'new')))).toEqual(TOO_MANY);
    expect(outcome(await create(titles(20_000, 'new').join()))).toEqual(TOO_MANY);
    expect(await countLabels()).toBe(before);
    expect(labelsOf(await create(titles(100, 'new')))).toHaveLength(100);
    expect(await countLabels()).toBe(before + 100);
    const again = await create([...titles(100, 'new'), ' new 0 ']);
    expect(labelsOf(again)).toHaveLength(100);
  });

  it.each(['labels', 'add_labels'])('are at most 100 in an issue that is changed by %s', async (parameter) => {
    const issue = await createIssue(owner.api, path, { labels: titles(60, parameter) });
    const at = `${path}/issues/${issue.iid}`;
    const before = await countLabels();
    expect(outcome(await owner.api.put(at, { [parameter]: titles(101, 'more') }))).toEqual(TOO_MANY);
    if (parameter === 'add_labels')
      expect(outcome(await owner.api.put(at, { add_labels: titles(41, 'more') }))).toEqual(TOO_MANY);
    expect(await countLabels()).toBe(before);
    const changed = await owner.api.put(at, { [parameter]: titles(40, 'more') });
    const expected = parameter === 'labels' ? 40 : 100;
    expect(labelsOf(changed)).toHaveLength(expected);
  });

  it('may be replaced and removed in one change', async () => {
    const issue = await createIssue(owner.api, path, { labels: titles(100, 'full') });
    const swap = { add_labels: ['swapped in'], remove_labels: ['full 0'] };
    expect(labelsOf(await owner.api.put(`${path}/issues/${issue.iid}`, swap))).toHaveLength(100);
  });

  it('that are too many since an earlier version can be removed and sent again, but not added to', async () => {
    const { at, names } = await makeIssueWith(130);
    expect(labelsOf(await owner.api.get(at))).toHaveLength(130);
    expect(outcome(await owner.api.put(at, { add_labels: 'one more' }))).toEqual(TOO_MANY);
    expect((await owner.api.put(at, { title: 'renamed', labels: names })).status).toBe(200);
    expect(outcome(await owner.api.put(at, { labels: [...names.slice(1), 'another'] }))).toEqual(TOO_MANY);
    const fewer = await owner.api.put(at, { remove_labels: names.slice(0, 10) });
    expect(labelsOf(fewer)).toHaveLength(120);
    expect((await owner.api.put(at, { labels: names.slice(20, 120) })).status).toBe(200);
  });

  it('are at most 100 in merge requests and epics', async () => {
    const request = await createMergeRequest(owner.api, path);
    const epic = await createEpic(owner.api, group);
    const epics = `/groups/${group.id}/epics`;
    const labels = titles(101, 'other');
    for (const at of [`${path}/merge_requests/${request.iid}`, `${epics}/${epic.iid}`])
      for (const parameter of ['labels', 'add_labels'])
        expect(outcome(await owner.api.put(at, { [parameter]: labels }))).toEqual(TOO_MANY);
    expect(outcome(await owner.api.post(epics, { title: 'labelled', labels }))).toEqual(TOO_MANY);
  });

  it('are not changed by quick actions that name too many', async () => {
    const names = titles(100, 'quick');
    await createIssue(owner.api, path, { labels: names });
    const issue = await createIssue(owner.api, path, { labels: ['kept'] });
    const at = `${path}/issues/${issue.iid}`;
    const body = `/label ${names.map((name) => `~"${name}"`).join(' ')}`;
    await owner.api.post(`${at}/notes`, { body });
    expect((await owner.api.get(at)).body).toMatchObject({ labels: ['kept'] });
  });

  it('have a history that is complete', async () => {
    const issue = await createIssue(owner.api, path, { labels: titles(100, 'recorded') });
    const at = `${path}/issues/${issue.iid}`;
    await owner.api.put(at, { labels: [] });
    const events = await owner.api.get(`${at}/resource_label_events?per_page=1`);
    expect(events.headers.get('x-total')).toBe('200');
  });

  it('in a filter are at most 500', async () => {
    const names = titles(501, 'filter').join();
    for (const name of ['labels', 'not[labels]'])
      expect(outcome(await owner.api.get(`${path}/issues?${name}=${encodeURIComponent(names)}`))).toEqual({
        status: 400,
        body: { error: `${name} has too many values (maximum is 500)` },
      });
  });
});

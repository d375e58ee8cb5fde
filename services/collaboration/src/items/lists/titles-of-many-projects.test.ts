import { DAY_MS } from '@forgemesh/service/durations';
import {
  asRoot,
  createUser,
  unique,
  createMember,
  ids,
  createGroup,
  createIssue,
  createMergeRequest,
  createBranchedProject,
  createProject,
  type TestUser,
  type Created,
} from '@forgemesh/testing';
import { createLabel, createMilestone } from '#testing/fixtures';

const day = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

describe('lists of many projects filtered by labels and milestones', () => {
  const [label, shared, title] = [unique('Label'), unique('Shared'), unique('milestone')];
  let owner: TestUser;
  let member: TestUser;
  let group: Created;
  const made: Record<string, number> = {};

  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    const inner = await createGroup(owner.api, { parent_id: group.id });
    const { path: near } = await createBranchedProject(owner.api, { namespace_id: group.id });
    const far = `/projects/${(await createProject(owner.api, { namespace_id: inner.id })).id}`;
    const elsewhere = `/projects/${(await createProject(owner.api)).id}`;
    member = await createMember(owner.api, near, 20);
    await createLabel(owner.api, `/groups/${group.id}`, { name: shared });
    const milestones: Record<string, Created> = {};
    for (const [place, path] of Object.entries({ near, far, elsewhere })) {
      await createLabel(owner.api, path, { name: label, color: '#112233' });
      milestones[place] = await createMilestone(owner.api, path, { title });
    }
    const next = await createMilestone(owner.api, far, { start_date: day(-3), due_date: day(3) });
    const later = await createMilestone(owner.api, far, { start_date: day(1), due_date: day(9) });
    const ofGroup = await createMilestone(owner.api, `/groups/${group.id}`, { start_date: day(-9), due_date: day(-1) });
    const issues: Record<string, [string, object]> = {
      near: [near, { labels: label, milestone_id: milestones['near']?.id }],
      far: [far, { labels: `${label},${shared}`, milestone_id: milestones['far']?.id }],
      secret: [near, { labels: label, confidential: true, milestone_id: ofGroup.id }],
      next: [far, { labels: shared, milestone_id: next.id }],
      later: [far, { milestone_id: later.id }],
      plain: [near, {}],
      elsewhere: [elsewhere, { labels: label, milestone_id: milestones['elsewhere']?.id }],
    };
    for (const [name, [path, fields]] of Object.entries(issues))
      made[name] = (await createIssue(owner.api, path, { title: name, ...fields })).id;
    const request = { labels: label, milestone_id: milestones['near']?.id };
    made['request'] = (await createMergeRequest(owner.api, near, request)).id;
  });

  /** Titles of the items in a list. */
  async function names(as: Pick<TestUser, 'api'>, path: string, query: string): Promise<string[]> {
    const response = await as.api.get(`${path}?${query}`);
    expect(response.status).toBe(200);
    // An issue and a merge request may have the same id.
    const isOfKind = (name: string): boolean => (name === 'request') === path.includes('merge_requests');
    const known = Object.keys(made).filter(isOfKind);
    const shown = ids(response).map((id) => known.find((name) => made[name] === id) ?? String(id));
    expect(response.headers.get('x-total')).toBe(String(shown.length));
    return shown.sort();
  }

  describe('GET /groups/:id/issues', () => {
    it.each([
      [() => `labels=${label.toLowerCase()}`, ['far', 'near', 'secret']],
      [() => `labels=${label},${shared}`, ['far']],
      [() => `milestone=${title}`, ['far', 'near']],
      [() => `not[labels]=${label}`, ['later', 'next', 'plain']],
      [() => `not[labels]=${label},${shared}`, ['later', 'plain']],
      [() => `not[milestone]=${title}`, ['later', 'next', 'plain', 'secret']],
      [() => `labels=${label}&not[milestone]=${title}`, ['secret']],
      [() => 'labels=None', ['later', 'plain']],
      [() => 'labels=Any', ['far', 'near', 'next', 'secret']],
      [() => 'milestone=None', ['plain']],
      [() => 'milestone=Any&labels=None', ['later']],
      [() => 'milestone=%23started', ['next', 'secret']],
      [() => 'milestone=%23upcoming', ['next']],
      [() => 'milestone_id=Started', ['next', 'secret']],
      [() => 'milestone_id=Upcoming', ['next']],
      [() => 'milestone_id=None', ['plain']],
      [() => 'milestone=Started', []],
      [() => 'labels=missing', []],
    ])('shows matching items in projects of all descendant groups, case %#', async (query, expected) => {
      expect(await names(owner, `/groups/${group.id}/issues`, query())).toEqual(expected);
    });

    it('shows the details of labels', async () => {
      const { body } = await owner.api.get(`/groups/${group.id}/issues?labels=${label}&with_labels_details=true`);
      const details = { name: label, color: '#112233', text_color: '#FFFFFF' };
      for (const { labels } of body) expect(labels).toContainEqual(expect.objectContaining(details));
      expect(body).toHaveLength(3);
    });

    it('shows no items of projects that the caller may not read', async () => {
      const list = `/groups/${group.id}/issues`;
      expect(await names(member, list, `labels=${label}`)).toEqual(['near', 'secret']);
      expect(await names(member, list, `milestone=${title}`)).toEqual(['near']);
      expect(await names(member, list, `not[labels]=${label}`)).toEqual(['plain']);
      const { body } = await member.api.get(`${list}_statistics?labels=${label}`);
      expect(body.statistics.counts).toEqual({ all: 2, closed: 0, opened: 2 });
    });

    it('refuses two milestones and unknown words', async () => {
      const list = `/groups/${group.id}/issues`;
      expect((await owner.api.get(`${list}?milestone=x&milestone_id=None`)).body).toEqual({
        error: 'milestone, milestone_id are mutually exclusive',
      });
      expect((await owner.api.get(`${list}?milestone_id=soon`)).body).toEqual({
        error: 'milestone_id does not have a valid value',
      });
    });
  });

  it('GET /issues and GET /issues_statistics find them in all projects', async () => {
    const all = ['elsewhere', 'far', 'near', 'secret'];
    expect(await names(owner, '/issues', `scope=all&labels=${label}`)).toEqual(all);
    expect(await names({ api: asRoot() }, '/issues', `scope=all&labels=${label}`)).toEqual(all);
    expect(await names(owner, '/issues', `scope=all&milestone=${title}`)).toEqual(['elsewhere', 'far', 'near']);
    expect(await names(owner, '/issues', `scope=all&not[milestone]=${title}&labels=${label}`)).toEqual(['secret']);
    const { body } = await owner.api.get(`/issues_statistics?scope=all&labels=${label}`);
    expect(body.statistics.counts).toEqual({ all: 4, closed: 0, opened: 4 });
  });

  it('GET /groups/:id/merge_requests and GET /merge_requests find them', async () => {
    for (const list of [`/groups/${group.id}/merge_requests`, '/merge_requests'])
      for (const [query, expected] of [
        [`labels=${label}&milestone=${title}`, ['request']],
        [`not[labels]=${label}`, []],
        [`not[milestone]=${title}`, []],
        ['milestone=Any', ['request']],
        ['labels=None', []],
      ] as const)
        expect(await names(owner, list, `scope=all&author_id=${owner.id}&${query}`)).toEqual(expected);
  });
});

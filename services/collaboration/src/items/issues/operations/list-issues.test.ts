import {
  api,
  createUser,
  createMember,
  ids,
  createGroup,
  createIssue,
  createProject,
  borrowUser,
  type TestUser,
  type Created,
  type TestProject,
} from '@forgemesh/testing';
import { createLabel } from '#testing/fixtures';

describe('lists of issues', () => {
  let owner: TestUser;
  let assignee: TestUser;
  let guest: TestUser;
  let group: Created & { full_path: string };
  let project: TestProject;
  let path: string;
  const made: Record<string, number> = {};
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    project = await createProject(owner.api, { namespace_id: group.id });
    path = `/projects/${project.id}`;
    assignee = await createMember(owner.api, path, 20);
    guest = await createMember(owner.api, path, 10);
    await createLabel(owner.api, path, { name: 'Low', priority: 9 });
    await createLabel(owner.api, path, { name: 'High', priority: 1 });
    const fields: Record<string, Record<string, unknown>> = {
      bug: { title: 'A bug in the parser', labels: 'Low,High', weight: 5, created_at: '2020-01-01T00:00:00Z' },
      feature: { title: 'A feature', description: 'needs a parser', labels: 'Low', due_date: '2030-02-01' },
      secret: { title: 'Secret', confidential: true, assignee_ids: [assignee.id], weight: 2 },
      plain: { title: 'Plain', due_date: '2030-01-01' },
    };
    for (const [name, field] of Object.entries(fields)) made[name] = (await createIssue(owner.api, path, field)).id;
    const [feature] = (await owner.api.get(`${path}/issues?search=feature`)).body;
    await assignee.api.post(`${path}/issues/${feature.iid}/award_emoji`, { name: 'thumbsup' });
  });

  /** Titles of the issues in a list. */
  async function names(query: string, as = owner, list = `${path}/issues`): Promise<string[]> {
    const response = await as.api.get(`${list}?${query}`);
    expect(response.status).toBe(200);
    return ids(response).map((id) => Object.keys(made).find((name) => made[name] === id) ?? String(id));
  }

  describe('GET /projects/:id/issues', () => {
    it('shows the newest first, with totals', async () => {
      const { headers, body } = await owner.api.get(`${path}/issues?per_page=2`);
      expect(headers.get('x-total')).toBe('4');
      expect(body[0]).toMatchObject({ id: made['plain'], references: { relative: `#${body[0].iid}` } });
      expect(body[0]).not.toHaveProperty('subscribed');
      expect(await names('')).toEqual(['plain', 'secret', 'feature', 'bug']);
      expect(await names('sort=asc')).toEqual(['bug', 'feature', 'secret', 'plain']);
    });

    it.each([
      ['labels=low', ['feature', 'bug']],
      ['labels=Low,high', ['bug']],
      ['labels=None', ['plain', 'secret']],
      ['labels=No+Label', ['plain', 'secret']],
      ['labels=any', ['feature', 'bug']],
      ['labels=missing', []],
      ['search=PARSER', ['feature', 'bug']],
      ['search=parser&in=title', ['bug']],
      ['search=parser&in=description', ['feature']],
      ['confidential=true', ['secret']],
      ['confidential=false&labels=none', ['plain']],
      ['weight=5', ['bug']],
      ['weight=None', ['plain', 'feature']],
      ['weight=Any', ['secret', 'bug']],
      ['assignee_id=None&weight=any', ['bug']],
      ['assignee_id=Any', ['secret']],
      ['created_before=2020-01-01T00:00:00Z', ['bug']],
      ['created_after=2020-01-02', ['plain', 'secret', 'feature']],
      ['milestone=None&weight=5', ['bug']],
      ['milestone=Any', []],
      ['state=closed', []],
      ['not[labels]=high', ['plain', 'secret', 'feature']],
      ['not[search]=parser', ['plain', 'secret']],
      ['my_reaction_emoji=Any', []],
      ['order_by=weight&sort=asc', ['secret', 'bug', 'plain', 'feature']],
      ['order_by=weight', ['bug', 'secret', 'plain', 'feature']],
      ['order_by=due_date&sort=asc', ['plain', 'feature', 'secret', 'bug']],
      ['order_by=due_date', ['feature', 'plain', 'secret', 'bug']],
      ['order_by=due_date&sort=asc&per_page=2&page=2', ['secret', 'bug']],
      ['order_by=popularity', ['feature', 'plain', 'secret', 'bug']],
      ['order_by=popularity&sort=asc', ['plain', 'secret', 'bug', 'feature']],
      ['order_by=label_priority&sort=asc', ['bug', 'feature', 'plain', 'secret']],
      ['order_by=relative_position&sort=asc', ['bug', 'feature', 'secret', 'plain']],
    ])('filters and orders by %s', async (query, expected) => {
      expect(await names(query)).toEqual(expected);
    });

    it.each(['created_at', 'updated_at', 'popularity', 'weight', 'due_date', 'priority'])(
      'shows equal issues by %s newest first, in both directions',
      async (order) => {
        const other = await createUser();
        const own = `/projects/${(await createProject(other.api)).id}`;
        const at = '2020-01-01T00:00:00Z';
        const [one, two, three] = [
          await createIssue(other.api, own, { created_at: at }),
          await createIssue(other.api, own, { created_at: at }),
          await createIssue(other.api, own, { created_at: at }),
        ];
        for (const { iid } of [one, two, three])
          await other.api.put(`${own}/issues/${iid}`, { updated_at: at, title: 'x' });
        const wanted = [three, two, one].map(({ id }) => id);
        for (const sort of ['asc', 'desc'])
          expect(ids(await other.api.get(`${own}/issues?order_by=${order}&sort=${sort}`))).toEqual(wanted);
        expect(ids(await other.api.get(`${own}/issues?order_by=${order}&sort=asc&per_page=2&page=2`))).toEqual([
          one.id,
        ]);
      },
    );

    it('filters by users and numbers', async () => {
      expect(await names(`assignee_id=${assignee.id}`)).toEqual(['secret']);
      expect(await names(`assignee_username[]=${assignee.username.toUpperCase()}`)).toEqual(['secret']);
      expect(await names(`author_username=${owner.username}&weight=5`)).toEqual(['bug']);
      expect(await names('author_username=nobody-at-all')).toEqual([]);
      expect(await names(`not[author_id]=${owner.id}`)).toEqual([]);
      const { body } = await owner.api.get(`${path}/issues?labels=low&sort=asc`);
      expect(await names(`iids[]=${body[0].iid}`)).toEqual(['bug']);
      expect(await names('scope=assigned_to_me', assignee)).toEqual(['secret']);
      expect(await names('scope=created-by-me', assignee)).toEqual([]);
    });

    it('hides confidential issues from guests, also in counts', async () => {
      const { headers } = await guest.api.get(`${path}/issues`);
      expect(headers.get('x-total')).toBe('3');
      expect(await names('', guest)).toEqual(['plain', 'feature', 'bug']);
      expect(await names('', assignee)).toContain('secret');
    });

    it('shows details of labels on request', async () => {
      const { body } = await owner.api.get(`${path}/issues?with_labels_details=true&weight=5`);
      expect(body[0].labels).toMatchObject([
        { name: 'High', color: '#336699', text_color: '#FFFFFF', description: null, description_html: '' },
        { name: 'Low' },
      ]);
    });

    it.each([
      ['state=open', 'state does not have a valid value'],
      ['author_id=1&author_username=root', 'author_id, author_username are mutually exclusive'],
      ['order_by=title', 'order_by does not have a valid value'],
      ['created_after=yesterday', 'created_after is invalid'],
      ['not=x', 'not is invalid'],
    ])('refuses %s', async (query, error) => {
      expect(await owner.api.get(`${path}/issues?${query}`)).toMatchObject({ status: 400, body: { error } });
    });

    it('requires a signed-in reader', async () => {
      expect((await api().get(`${path}/issues`)).status).toBe(401);
      expect((await (await borrowUser()).api.get(`${path}/issues`)).status).toBe(404);
    });
  });

  describe('GET /groups/:id/issues', () => {
    it('lists the issues of projects that the caller may read', async () => {
      const list = `/groups/${group.id}/issues`;
      expect(await names('', owner, list)).toEqual(['plain', 'secret', 'feature', 'bug']);
      expect(await names('', guest, list)).toEqual(['plain', 'feature', 'bug']);
      const { body } = await owner.api.get(list);
      expect(body[0].references.relative).toBe(`${String(project['path'])}#${body[0].iid}`);
      expect((await (await borrowUser()).api.get(list)).status).toBe(404);
    });
  });

  describe('GET /issues', () => {
    it('lists issues that the caller created, or all that they may read', async () => {
      expect(await names('', guest, '/issues')).toEqual([]);
      expect(await names(`scope=all&author_id=${owner.id}`, guest, '/issues')).toEqual(['plain', 'feature', 'bug']);
      expect(await names('scope=assigned_to_me', assignee, '/issues')).toEqual(['secret']);
      expect(await names('', owner, '/issues')).toEqual(['plain', 'secret', 'feature', 'bug']);
      const { body } = await owner.api.get('/issues');
      expect(body[0].references.relative).toBe(`${project.path_with_namespace}#${body[0].iid}`);
      expect((await api().get('/issues')).status).toBe(401);
    });
  });
});

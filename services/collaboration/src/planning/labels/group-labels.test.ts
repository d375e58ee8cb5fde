import {
  api,
  createUser,
  waitFor,
  unique,
  createMember,
  ids,
  createGroup,
  createIssue,
  createProject,
  borrowMember,
  borrowUser,
  type TestUser,
  type Created,
} from '@forgemesh/testing';
import { createLabel } from '#testing/fixtures';

describe('labels of a group', () => {
  let owner: TestUser;
  let group: Created;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    path = `/groups/${group.id}`;
  });

  describe('POST /groups/:id/labels', () => {
    it('creates a label', async () => {
      const fields = { name: unique('label'), color: '#DC143C', description: 'x' };
      const { status, body } = await owner.api.post(`${path}/labels`, fields);
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        ...fields,
        description_html: 'x',
        text_color: '#FFFFFF',
        subscribed: false,
      });
      expect((await owner.api.get(`${path}/labels/${fields.name}`)).body).toEqual(body);
      expect(await owner.api.post(`${path}/labels`, fields)).toMatchObject({
        status: 409,
        body: { message: 'Label already exists' },
      });
    });

    it('requires the reporter role', async () => {
      const guest = await createMember(owner.api, path, 10);
      const reporter = await borrowMember(owner.api, path, 20);
      const fields = { name: unique('label'), color: '#123456' };
      expect((await guest.api.post(`${path}/labels`, fields)).status).toBe(403);
      expect((await reporter.api.post(`${path}/labels`, fields)).status).toBe(201);
      expect((await (await borrowUser()).api.post(`${path}/labels`, fields)).body).toEqual({
        message: '404 Group Not Found',
      });
    });
  });

  describe('GET /groups/:id/labels', () => {
    let top: Created;
    let middle: Created;
    let bottom: Created;
    let labels: Record<string, Created>;
    let projects: Created[];
    beforeAll(async () => {
      top = await createGroup(owner.api);
      middle = await createGroup(owner.api, { parent_id: top.id });
      bottom = await createGroup(owner.api, { parent_id: middle.id });
      projects = [];
      for (const { id } of [middle, bottom]) projects.push(await createProject(owner.api, { namespace_id: id }));
      labels = {
        top: await createLabel(owner.api, `/groups/${top.id}`, { name: '1' }),
        middle: await createLabel(owner.api, `/groups/${middle.id}`, { name: '2' }),
        bottom: await createLabel(owner.api, `/groups/${bottom.id}`, { name: '3' }),
        direct: await createLabel(owner.api, `/projects/${projects[0]?.id}`, { name: '4' }),
        deep: await createLabel(owner.api, `/projects/${projects[1]?.id}`, { name: '5' }),
      };
    });

    it.each([
      ['', ['top', 'middle']],
      ['include_ancestor_groups=false', ['middle']],
      ['include_descendant_groups=true', ['top', 'middle', 'bottom']],
      ['only_group_labels=false&include_ancestor_groups=false', ['middle', 'direct']],
      ['only_group_labels=false&include_descendant_groups=true', ['top', 'middle', 'bottom', 'direct', 'deep']],
      ['search=2', ['middle']],
    ])('with %s', async (query, expected) => {
      const listed = await owner.api.get(`/groups/${middle.id}/labels?${query}`);
      expect(ids(listed)).toEqual(expected.map((name) => labels[name]?.id));
      expect(listed.headers.get('x-total')).toBe(String(expected.length));
    });

    it('shows only descendant labels that the caller may read', async () => {
      const member = await borrowMember(owner.api, `/projects/${projects[0]?.id}`, 20);
      const query = 'only_group_labels=false&include_descendant_groups=true&include_ancestor_groups=false';
      expect(ids(await member.api.get(`/groups/${middle.id}/labels?${query}`))).toEqual([
        labels['middle']?.id,
        labels['direct']?.id,
      ]);
      expect((await api().get(`/groups/${middle.id}/labels`)).status).toBe(404);
    });

    it('counts visible items', async () => {
      const { name, id } = await createLabel(owner.api, `/groups/${top.id}`);
      const [one, other] = projects.map((project) => `/projects/${project.id}`) as [string, string];
      await createIssue(owner.api, one, { labels: name });
      await createIssue(owner.api, one, { labels: name, confidential: true });
      await createIssue(owner.api, other, { labels: name });
      const counted = async (user: TestUser, at: string): Promise<unknown> =>
        (await user.api.get(`${at}/labels?with_counts=true&search=${name}`)).body;
      const guest = await createMember(owner.api, one, 10);
      const counts = { id, closed_issues_count: 0, open_merge_requests_count: 0 };
      expect(await counted(owner, `/groups/${top.id}`)).toMatchObject([{ ...counts, open_issues_count: 3 }]);
      expect(await counted(owner, `/groups/${bottom.id}`)).toMatchObject([{ ...counts, open_issues_count: 1 }]);
      expect(await counted(guest, `/groups/${middle.id}`)).toMatchObject([{ ...counts, open_issues_count: 1 }]);
      expect(await counted(guest, one)).toMatchObject([{ ...counts, open_issues_count: 1 }]);
    });
  });

  describe('PUT /groups/:id/labels/:name', () => {
    it('changes a label for reporters', async () => {
      const label = await createLabel(owner.api, path);
      const guest = await createMember(owner.api, path, 10);
      const change = { new_name: unique('new'), color: '#101010', description: 'y' };
      expect((await guest.api.put(`${path}/labels/${label.id}`, change)).status).toBe(403);
      expect((await owner.api.put(`${path}/labels/${label.name}`, change)).body).toMatchObject({
        id: label.id,
        name: change.new_name,
        color: '#101010',
        description: 'y',
      });
      const old = await owner.api.put(`${path}/labels`, { name: change.new_name, color: '#202020' });
      expect(old).toMatchObject({ status: 200, body: { id: label.id, color: '#202020' } });
      expect(await owner.api.put(`${path}/labels/none`, { color: '#202020' })).toMatchObject({
        status: 404,
        body: { message: '404 Label Not Found' },
      });
      expect(await owner.api.put(`${path}/labels/${label.id}`, {})).toMatchObject({
        status: 400,
        body: { error: 'new_name, color, description are missing, at least one parameter must be provided' },
      });
    });
  });

  describe('DELETE /groups/:id/labels/:name', () => {
    it('removes the label from the items of all projects', async () => {
      const project = await createProject(owner.api, { namespace_id: group.id });
      const { id, name } = await createLabel(owner.api, path);
      const issue = await createIssue(owner.api, `/projects/${project.id}`, { labels: name });
      const guest = await createMember(owner.api, path, 10);
      expect((await guest.api.delete(`${path}/labels/${id}`)).status).toBe(403);
      expect((await owner.api.delete(`/projects/${project.id}/labels/${id}`)).status).toBe(404);
      expect((await owner.api.delete(`${path}/labels/${id}`)).status).toBe(204);
      await waitFor(
        async () => ids(await owner.api.get(`/projects/${project.id}/issues?labels=None`)),
        (found) => found.includes(issue.id),
      );
    });
  });

  describe('POST /groups/:id/labels/:name/subscribe', () => {
    it('applies to all projects', async () => {
      const project = await createProject(owner.api, { namespace_id: group.id });
      const { id } = await createLabel(owner.api, path);
      expect(await owner.api.post(`${path}/labels/${id}/subscribe`)).toMatchObject({
        status: 201,
        body: { id, subscribed: true },
      });
      expect((await owner.api.post(`${path}/labels/${id}/subscribe`)).status).toBe(304);
      expect((await owner.api.get(`/projects/${project.id}/labels/${id}`)).body.subscribed).toBe(true);
      expect((await owner.api.post(`${path}/labels/${id}/unsubscribe`)).body).toMatchObject({ id, subscribed: false });
      expect((await owner.api.post(`${path}/labels/${id}/unsubscribe`)).status).toBe(304);
    });
  });
});

import {
  createUser,
  waitFor,
  unique,
  createGroup,
  createIssue,
  createProject,
  borrowMember,
  borrowUser,
  type TestUser,
  type Created,
} from '@forgemesh/testing';
import { createLabel } from '#testing/fixtures';

describe('changes of the labels of a project', () => {
  let owner: TestUser;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    path = `/projects/${(await createProject(owner.api)).id}`;
  });
  const at = (label: Created): string => `${path}/labels/${label.id}`;

  describe('PUT /projects/:id/labels/:name', () => {
    it('changes all fields of a label', async () => {
      const label = await createLabel(owner.api, path, { priority: 1 });
      const title = unique('new');
      const change = { new_name: ` ${title} `, color: 'navy', description: 'for x', priority: 7 };
      const { status, body } = await owner.api.put(`${path}/labels/${label.name}`, change);
      expect(status).toBe(200);
      expect(body).toEqual({
        id: label.id,
        name: title,
        color: '#000080',
        description: 'for x',
        description_html: 'for x',
        text_color: '#FFFFFF',
        subscribed: false,
        priority: 7,
        is_project_label: true,
      });
      expect((await owner.api.put(at(label), { priority: null })).body).toEqual({ ...body, priority: null });
      expect((await owner.api.put(at(label), { description: null })).body.description).toBeNull();
    });

    it.each([
      [{}, { error: 'new_name, color, description, priority are missing, at least one parameter must be provided' }],
      [{ color: 'none' }, { message: { color: ['must be a valid color code'] } }],
      [{ new_name: 'a,b' }, { message: { title: ['is invalid'] } }],
      [{ new_name: ' ' }, { message: { title: ["can't be blank"] } }],
      [{ priority: -1 }, { error: 'priority does not have a valid value' }],
    ])('refuses %j', async (fields, body) => {
      const label = await createLabel(owner.api, path);
      expect(await owner.api.put(at(label), fields)).toMatchObject({ status: 400, body });
    });

    it('refuses a title that the project or an ancestor group has', async () => {
      const group = await createGroup(owner.api);
      const inside = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
      const [one, other] = [await createLabel(owner.api, inside), await createLabel(owner.api, inside)];
      const above = await createLabel(owner.api, `/groups/${group.id}`);
      for (const { name } of [other, above])
        expect(await owner.api.put(`${inside}/labels/${one.id}`, { new_name: name })).toMatchObject({
          status: 400,
          body: { message: { title: ['has already been taken'] } },
        });
      expect((await owner.api.put(`${inside}/labels/${one.id}`, { new_name: one.name })).status).toBe(200);
      expect(await owner.api.put(`${inside}/labels/${above.id}`, { color: '#fff' })).toMatchObject({
        status: 404,
        body: { message: '404 Label Not Found' },
      });
    });

    it('requires the reporter role', async () => {
      const label = await createLabel(owner.api, path);
      const guest = await borrowMember(owner.api, path, 10);
      const reporter = await borrowMember(owner.api, path, 20);
      expect((await guest.api.put(at(label), { color: '#fff' })).status).toBe(403);
      expect((await reporter.api.put(at(label), { color: '#fff' })).status).toBe(200);
      expect((await (await borrowUser()).api.put(at(label), { color: '#fff' })).status).toBe(404);
    });
  });

  describe('PUT /projects/:id/labels', () => {
    it('names the label by title or id', async () => {
      const { id, name } = await createLabel(owner.api, path);
      expect((await owner.api.put(`${path}/labels`, { name, color: '#111111' })).body).toMatchObject({ id });
      expect((await owner.api.put(`${path}/labels`, { label_id: id, new_name: `${name}-2` })).body).toMatchObject({
        name: `${name}-2`,
      });
      expect(await owner.api.put(`${path}/labels`, { color: '#111111' })).toMatchObject({
        status: 400,
        body: { error: 'name, label_id are missing, at least one parameter must be provided' },
      });
      expect(await owner.api.put(`${path}/labels`, { name, label_id: id, color: '#111111' })).toMatchObject({
        status: 400,
        body: { error: 'name, label_id are mutually exclusive' },
      });
      // A title of digits is not an id.
      const digits = await createLabel(owner.api, path, { name: String(id + 1_000_000) });
      expect((await owner.api.put(`${path}/labels`, { label_id: digits.name, color: '#fff' })).status).toBe(404);
    });
  });

  describe('DELETE /projects/:id/labels/:name', () => {
    it('removes the label from its items', async () => {
      const label = await createLabel(owner.api, path);
      const kept = await createLabel(owner.api, path);
      const issue = await createIssue(owner.api, path, { labels: `${label.name},${kept.name}` });
      expect(await owner.api.delete(at(label))).toMatchObject({ status: 204, body: undefined });
      expect((await owner.api.get(at(label))).status).toBe(404);
      expect((await owner.api.delete(at(label))).body).toEqual({ message: '404 Label Not Found' });
      expect((await owner.api.get(`${path}/issues/${issue.iid}`)).body.labels).toEqual([kept.name]);
      expect((await owner.api.delete(at(kept))).status).toBe(204);
      await waitFor(
        async () => (await owner.api.get(`${path}/issues?labels=None`)).body,
        (issues) => issues.some(({ id }: Created) => id === issue.id),
      );
    });

    it('honours If-Unmodified-Since', async () => {
      const label = await createLabel(owner.api, path);
      const before = { 'If-Unmodified-Since': new Date(Date.now() - 60_000).toUTCString() };
      expect((await owner.api.delete(at(label), undefined, before)).status).toBe(412);
      const now = { 'If-Unmodified-Since': new Date().toUTCString() };
      expect((await owner.api.delete(at(label), undefined, now)).status).toBe(204);
    });

    it('requires the reporter role, and accepts the title as a parameter', async () => {
      const { name } = await createLabel(owner.api, path);
      const guest = await borrowMember(owner.api, path, 10);
      expect((await guest.api.delete(`${path}/labels?name=${name}`)).status).toBe(403);
      expect((await owner.api.delete(`${path}/labels?name=${name}`)).status).toBe(204);
    });
  });

  describe('POST /projects/:id/labels/:name/subscribe', () => {
    it('subscribes once, and unsubscribes once', async () => {
      const { id, name } = await createLabel(owner.api, path);
      const guest = await borrowMember(owner.api, path, 10);
      const subscribed = await guest.api.post(`${path}/labels/${name}/subscribe`);
      expect(subscribed).toMatchObject({ status: 201, body: { id, subscribed: true } });
      expect((await guest.api.post(`${path}/labels/${id}/subscribe`)).status).toBe(304);
      expect((await owner.api.get(`${path}/labels/${id}`)).body.subscribed).toBe(false);
      const unsubscribed = await guest.api.post(`${path}/labels/${id}/unsubscribe`);
      expect(unsubscribed).toMatchObject({ status: 201, body: { id, subscribed: false } });
      expect((await guest.api.post(`${path}/labels/${id}/unsubscribe`)).status).toBe(304);
      expect((await guest.api.post(`${path}/labels/none/subscribe`)).body).toEqual({ message: '404 Label Not Found' });
      expect((await (await borrowUser()).api.post(`${path}/labels/${id}/subscribe`)).status).toBe(404);
    });

    it('to a group label applies to the project only', async () => {
      const group = await createGroup(owner.api);
      const [one, other] = [1, 2].map(() => createProject(owner.api, { namespace_id: group.id }));
      const { id } = await createLabel(owner.api, `/groups/${group.id}`);
      const subscribed = await owner.api.post(`/projects/${(await one)?.id}/labels/${id}/subscribe`);
      expect(subscribed.body).toMatchObject({ subscribed: true, is_project_label: false });
      expect((await owner.api.get(`/projects/${(await other)?.id}/labels/${id}`)).body.subscribed).toBe(false);
      expect((await owner.api.get(`/groups/${group.id}/labels/${id}`)).body.subscribed).toBe(false);
    });
  });

  describe('PUT /projects/:id/labels/promote', () => {
    it('replaces all labels with the title inside the group by a group label', async () => {
      const group = await createGroup(owner.api);
      const subgroup = await createGroup(owner.api, { parent_id: group.id });
      const projects = await Promise.all(
        [group.id, subgroup.id].map((namespace_id) => createProject(owner.api, { namespace_id })),
      );
      const [one, other] = projects.map(({ id }) => `/projects/${id}`) as [string, string];
      const name = unique('label');
      const label = await createLabel(owner.api, one, { name, description: 'why', color: '#abcdef', priority: 3 });
      await createLabel(owner.api, other, { name, priority: 4 });
      const outside = await createLabel(owner.api, path, { name });
      const issues = await Promise.all([one, other].map((place) => createIssue(owner.api, place, { labels: name })));
      await owner.api.post(`${one}/labels/${name}/subscribe`);
      const { status, body } = await owner.api.put(`${one}/labels/promote`, { name });
      expect(status).toBe(200);
      expect(body).toEqual({
        id: expect.any(Number),
        name,
        color: '#abcdef',
        description: 'why',
        description_html: 'why',
        text_color: '#333333',
        subscribed: false,
      });
      expect(body.id).not.toBe(label.id);
      for (const [index, place] of [one, other].entries()) {
        expect((await owner.api.get(`${place}/labels`)).body).toMatchObject([
          { id: body.id, priority: 3 + index, is_project_label: false, subscribed: index === 0 },
        ]);
        expect((await owner.api.get(`${place}/issues?labels=${name}`)).body).toMatchObject([
          { id: issues[index]?.id, labels: [name] },
        ]);
      }
      expect((await owner.api.get(`${path}/labels/${outside.id}`)).status).toBe(200);
      expect((await owner.api.put(`${one}/labels/promote`, { name })).status).toBe(404);
    });

    it('merges into an existing group label', async () => {
      const group = await createGroup(owner.api);
      const inside = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
      const { id, name } = await createLabel(owner.api, inside);
      const above = await createLabel(owner.api, `/groups/${group.id}`, { name });
      expect((await owner.api.put(`${inside}/labels/${id}/promote`)).body).toMatchObject({ id: above.id, name });
      expect((await owner.api.get(`${inside}/labels`)).body).toMatchObject([{ id: above.id }]);
    });

    it('requires the reporter role in the group, and a project in a group', async () => {
      const group = await createGroup(owner.api);
      const inside = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
      const { name } = await createLabel(owner.api, inside);
      const maintainer = await borrowMember(owner.api, inside, 40);
      expect((await maintainer.api.put(`${inside}/labels/promote`, { name })).status).toBe(403);
      const own = await createLabel(owner.api, path);
      expect(await owner.api.put(`${path}/labels/promote`, { name: own.name })).toMatchObject({
        status: 400,
        body: { message: 'Failed to promote project label to group label' },
      });
    });
  });
});

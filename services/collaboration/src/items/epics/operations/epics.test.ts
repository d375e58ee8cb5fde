import {
  api,
  asRoot,
  createUser,
  waitFor,
  createMember,
  ids,
  createGroup,
  borrowMember,
  type TestUser,
  type Created,
  type TestItem,
} from '@forgemesh/testing';
import { systemNotes } from '#testing/database';
import { createEpic } from '#testing/fixtures';

describe('epics', () => {
  let owner: TestUser;
  let reporter: TestUser;
  let guest: TestUser;
  let stranger: TestUser;
  let group: Created & { full_path: string };
  let subgroup: Created & { full_path: string };
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    stranger = await createUser();
    group = await createGroup(owner.api);
    subgroup = await createGroup(owner.api, { parent_id: group.id });
    path = `/groups/${group.id}/epics`;
    reporter = await createMember(owner.api, `/groups/${group.id}`, 20);
    guest = await borrowMember(owner.api, `/groups/${group.id}`, 10);
  });

  describe('POST /groups/:id/epics', () => {
    it('creates an epic with all its fields', async () => {
      const parent = await createEpic(reporter.api, group);
      const { status, body } = await reporter.api.post(path, {
        title: ' A plan ',
        description: 'of some length',
        labels: 'one,two',
        start_date_is_fixed: true,
        start_date_fixed: '2030-01-01',
        due_date_fixed: '2030-02-01',
        parent_id: parent.id,
      });
      expect(status).toBe(201);
      const { iid } = body;
      expect(body).toEqual({
        id: expect.any(Number),
        iid: parent.iid + 1,
        group_id: group.id,
        parent_id: parent.id,
        title: 'A plan',
        description: 'of some length',
        state: 'opened',
        web_url: expect.stringMatching(new RegExp(`/groups/${group.full_path}/-/epics/${iid}$`)),
        reference: `&${iid}`,
        references: { short: `&${iid}`, relative: `&${iid}`, full: `${group.full_path}&${iid}` },
        author: expect.objectContaining({ id: reporter.id, username: reporter.username }),
        start_date: '2030-01-01',
        start_date_is_fixed: true,
        start_date_fixed: '2030-01-01',
        start_date_from_inherited_source: null,
        start_date_from_milestones: null,
        end_date: null,
        due_date: null,
        due_date_is_fixed: false,
        due_date_fixed: '2030-02-01',
        due_date_from_inherited_source: null,
        due_date_from_milestones: null,
        created_at: expect.stringMatching(/Z$/),
        updated_at: body.created_at,
        closed_at: null,
        labels: ['one', 'two'],
        upvotes: 0,
        downvotes: 0,
        user_notes_count: 0,
        subscribed: true,
        _links: {
          self: expect.stringMatching(new RegExp(`/api/v4/groups/${group.id}/epics/${iid}$`)),
          epic_issues: expect.stringMatching(new RegExp(`/epics/${iid}/issues$`)),
          group: expect.stringMatching(new RegExp(`/api/v4/groups/${group.id}$`)),
        },
      });
    });

    it('requires the reporter role', async () => {
      expect((await guest.api.post(path, { title: 'x' })).status).toBe(403);
      expect((await stranger.api.post(path, { title: 'x' })).status).toBe(404);
      expect((await api().post(path, { title: 'x' })).status).toBe(401);
    });

    it('refuses invalid values', async () => {
      const refusals: [object, unknown][] = [
        [{}, { error: 'title is missing' }],
        [{ title: ' ' }, { message: { title: ["can't be blank"] } }],
        [{ title: 'x', start_date_fixed: 'soon' }, { error: 'start_date_fixed is invalid' }],
        [{ title: 'x', parent_id: 999_999_999 }, { message: { parent: ['does not exist'] } }],
      ];
      for (const [fields, body] of refusals)
        expect(await reporter.api.post(path, fields)).toMatchObject({ status: 400, body });
      const foreign = await createEpic(stranger.api, await createGroup(stranger.api));
      expect((await reporter.api.post(path, { title: 'x', parent_id: foreign.id })).status).toBe(400);
    });
  });

  describe('GET /groups/:id/epics/:epic_iid', () => {
    it('shows an epic, with more fields for editors', async () => {
      const epic = await createEpic(owner.api, group);
      const { status, body } = await guest.api.get(`${path}/${epic.iid}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: epic.id, subscribed: false, start_date: null });
      expect(body).not.toHaveProperty('start_date_is_fixed');
      expect((await reporter.api.get(`${path}/${epic.iid}`)).body).toHaveProperty('due_date_is_fixed', false);
      expect((await guest.api.get(`${path}/99999`)).body).toEqual({ message: '404 Not found' });
      expect((await stranger.api.get(`${path}/${epic.iid}`)).body).toEqual({ message: '404 Group Not Found' });
    });
  });

  describe('PUT /groups/:id/epics/:epic_iid', () => {
    const at = (epic: TestItem): string => `${path}/${epic.iid}`;

    it('changes an epic, and records the change', async () => {
      const epic = await createEpic(owner.api, group, { labels: 'one,two' });
      const { status, body } = await reporter.api.put(at(epic), {
        title: 'Another plan',
        description: 'more',
        add_labels: 'three',
        remove_labels: 'one',
        due_date_is_fixed: true,
        due_date_fixed: '2030-09-20T00:00:00Z',
        state_event: 'close',
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        title: 'Another plan',
        description: 'more',
        labels: ['three', 'two'],
        state: 'closed',
        due_date: '2030-09-20',
        end_date: '2030-09-20',
        closed_at: expect.stringMatching(/Z$/),
      });
      const reopened = await owner.api.put(at(epic), { state_event: 'reopen', labels: '', due_date_fixed: null });
      expect(reopened.body).toMatchObject({ state: 'opened', closed_at: null, labels: [], due_date: null });
      expect(await systemNotes('Epic', epic)).toEqual([
        'closed',
        expect.stringMatching(/^changed title from /),
        'changed the description',
        'changed due date to September 20, 2030',
        'reopened',
        'removed due date',
      ]);
    });

    it('sets a parent epic, and refuses cycles', async () => {
      const [top, low] = [await createEpic(owner.api, group), await createEpic(owner.api, group)];
      expect((await owner.api.put(at(low), { parent_id: top.id })).body.parent_id).toBe(top.id);
      expect((await owner.api.put(at(top), { parent_id: low.id })).body).toEqual({
        message: { parent: ['is below this epic'] },
      });
      expect((await owner.api.put(at(low), { parent_id: null })).body.parent_id).toBeNull();
    });

    it('requires the reporter role and a change', async () => {
      const epic = await createEpic(owner.api, group);
      expect((await guest.api.put(at(epic), { title: 'x' })).status).toBe(403);
      expect((await stranger.api.put(at(epic), { title: 'x' })).status).toBe(404);
      expect((await owner.api.put(at(epic), {})).body.error).toMatch(/are missing, at least one parameter/);
      expect((await owner.api.put(at(epic), { title: '' })).status).toBe(400);
      expect((await owner.api.put(`${path}/99999`, { title: 'x' })).status).toBe(404);
    });
  });

  describe('DELETE /groups/:id/epics/:epic_iid', () => {
    it('removes an epic for owners, but not its child epics', async () => {
      const epic = await createEpic(owner.api, group);
      const low = await createEpic(owner.api, group, { parent_id: epic.id });
      expect((await reporter.api.delete(`${path}/${epic.iid}`)).status).toBe(403);
      expect((await stranger.api.delete(`${path}/${epic.iid}`)).status).toBe(404);
      expect((await owner.api.delete(`${path}/${epic.iid}`)).status).toBe(204);
      expect((await owner.api.delete(`${path}/${epic.iid}`)).status).toBe(404);
      await waitFor(
        () => owner.api.get(`${path}/${low.iid}`),
        ({ body }) => body.parent_id === null,
      );
    });
  });

  describe('GET /groups/:id/epics', () => {
    let place: Created & { full_path: string };
    const made: Record<string, TestItem> = {};
    beforeAll(async () => {
      place = await createGroup(owner.api, { parent_id: group.id });
      const inside = await createGroup(owner.api, { parent_id: place.id });
      made['above'] = await createEpic(owner.api, group, { title: 'Above needle', labels: 'Shared' });
      made['first'] = await createEpic(owner.api, place, { title: 'First needle', labels: 'Shared' });
      made['second'] = await createEpic(reporter.api, place, { description: 'a needle' });
      made['inside'] = await createEpic(owner.api, inside, { labels: 'Shared,Own' });
      await owner.api.put(`/groups/${place.id}/epics/${made['first'].iid}`, { state_event: 'close' });
    });
    const names = async (query: string, as = owner): Promise<string[]> => {
      const response = await as.api.get(`/groups/${place.id}/epics?${query}`);
      expect(response.status).toBe(200);
      return ids(response).map((id) => Object.keys(made).find((name) => made[name]?.id === id) ?? String(id));
    };

    it.each([
      ['', ['inside', 'second', 'first']],
      ['sort=asc', ['first', 'second', 'inside']],
      ['order_by=updated_at', ['first', 'inside', 'second']],
      ['include_descendant_groups=false', ['second', 'first']],
      ['labels=shared', ['inside', 'first']],
      ['labels=Shared,own', ['inside']],
      ['labels=None', ['second']],
      ['search=needle', ['second', 'first']],
      ['state=opened', ['inside', 'second']],
      ['state=closed', ['first']],
      ['created_before=2001-01-01', []],
      ['created_after=2001-01-01&updated_after=2001-01-01', ['inside', 'second', 'first']],
      ['updated_before=2001-01-01', []],
      ['per_page=1&page=2', ['second']],
    ])('filters and orders by %s', async (query, expected) => {
      expect(await names(query)).toEqual(expected);
    });

    it('lists the epics of ancestor groups on request', async () => {
      expect(await names('include_ancestor_groups=true&search=above')).toEqual(['above']);
      expect(await names('search=above')).toEqual([]);
    });

    it('filters by author and shows details of labels', async () => {
      expect(await names(`author_id=${reporter.id}`)).toEqual(['second']);
      const { body, headers } = await owner.api.get(`/groups/${place.id}/epics?with_labels_details=true&state=closed`);
      expect(headers.get('x-total')).toBe('1');
      expect(body[0]).toMatchObject({ labels: [{ name: 'Shared', color: '#428BCA' }] });
      expect(body[0]).not.toHaveProperty('subscribed');
    });

    it('leaves out descendant groups that the caller may not read', async () => {
      const open = await createGroup(owner.api, { visibility: 'public' });
      const hidden = await createGroup(owner.api, { parent_id: open.id });
      const [seen, unseen] = [await createEpic(owner.api, open), await createEpic(owner.api, hidden)];
      expect(ids(await stranger.api.get(`/groups/${open.id}/epics`))).toEqual([seen.id]);
      expect(ids(await owner.api.get(`/groups/${open.id}/epics`))).toEqual([unseen.id, seen.id]);
    });

    it('requires a signed-in reader', async () => {
      expect((await stranger.api.get(path)).status).toBe(404);
      expect((await api().get(path)).status).toBe(401);
      expect((await guest.api.get(`/groups/${subgroup.id}/epics`)).body).toEqual([]);
      expect((await asRoot().get(path)).status).toBe(200);
    });
  });
});

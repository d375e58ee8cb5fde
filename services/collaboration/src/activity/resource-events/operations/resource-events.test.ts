import {
  api,
  asRoot,
  createUser,
  waitFor,
  unique,
  createMember,
  ids,
  createBranchedProject,
  createGroup,
  createIssue,
  createMergeRequest,
  createProject,
  borrowUser,
  borrowMember,
  type ApiResponse,
  type TestUser,
  type Created,
  type TestItem,
} from '@forgemesh/testing';
import { inDatabase } from '#testing/database';
import { createEpic, createLabel, createMilestone } from '#testing/fixtures';
import { recordResourceEvents } from '../record-resource-events';
import { createResourceEventModel } from '../resource-event.model';

type Event = { id: number; action?: string; state?: string; label: Created | null; milestone: Created | null };

const actionsOn = (what: 'label' | 'milestone', { body }: ApiResponse): string[] =>
  (body as Event[]).map(
    (event) => `${event.action} ${String((event[what]?.['name'] ?? event[what]?.['title']) || null)}`,
  );
const statesIn = ({ body }: ApiResponse): (string | undefined)[] => (body as Event[]).map(({ state }) => state);

describe('resource events', () => {
  let owner: TestUser;
  let group: Created;
  let project: Created;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    project = await createProject(owner.api, { namespace_id: group.id });
    path = `/projects/${project.id}`;
  });
  const urlOf = (issue: TestItem, kind = 'label'): string => `${path}/issues/${issue.iid}/resource_${kind}_events`;

  describe('GET /projects/:id/issues/:issue_iid/resource_label_events', () => {
    it('lists added and removed labels with their users', async () => {
      const label = await createLabel(owner.api, path, { description: 'what it is' });
      const reporter = await createMember(owner.api, path, 20);
      const issue = await createIssue(owner.api, path, { labels: `${label.name},second` });
      const response = await reporter.api.get(urlOf(issue));
      expect(response.status).toBe(200);
      expect(response.body[0]).toEqual({
        id: expect.any(Number),
        user: {
          id: owner.id,
          username: owner.username,
          name: expect.any(String),
          state: 'active',
          avatar_url: null,
          web_url: expect.any(String),
        },
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        resource_type: 'Issue',
        resource_id: issue.id,
        label: {
          id: label.id,
          name: label.name,
          color: '#336699',
          description: 'what it is',
          description_html: 'what it is',
          text_color: '#FFFFFF',
        },
        action: 'add',
      });
      const url = `${path}/issues/${issue.iid}`;
      await reporter.api.put(url, { add_labels: 'third', remove_labels: 'second' });
      await owner.api.put(url, { labels: 'third' });
      await owner.api.post(`${url}/notes`, { body: '/unlabel ~third\n/label ~second' });
      // A change that leaves the labels as they are is not recorded.
      await owner.api.put(url, { labels: 'second', title: 'Another' });
      const events = await owner.api.get(urlOf(issue));
      expect(actionsOn('label', events)).toEqual([
        ...[`add ${label.name}`, 'add second', 'add third', 'remove second', `remove ${label.name}`],
        ...['add second', 'remove third'],
      ]);
      expect(events.body[2].user.id).toBe(reporter.id);
      const page = await owner.api.get(`${urlOf(issue)}?per_page=2&page=2`);
      expect(ids(page)).toEqual(ids(events).slice(2, 4));
      expect(page.headers.get('x-total')).toBe(String(ids(events).length));
    });

    it('records each change once, although the consumer handles its bus event too', async () => {
      const issue = await createIssue(owner.api, path, { labels: 'once' });
      await owner.api.put(`${path}/issues/${issue.iid}`, { labels: 'once,twice', state_event: 'close' });
      await waitFor(
        () => inDatabase((db) => db.collection('issues').findOne({ _id: issue.id as never })),
        (row) => row?.['outbox_at'] === undefined,
      );
      expect(actionsOn('label', await owner.api.get(urlOf(issue)))).toEqual(['add once', 'add twice']);
      expect(statesIn(await owner.api.get(urlOf(issue, 'state')))).toEqual(['closed']);
    });

    it("has null for a deleted label, and the group's label after a promotion", async () => {
      const [gone, kept] = [await createLabel(owner.api, path), await createLabel(owner.api, path)];
      const issue = await createIssue(owner.api, path, { labels: `${gone.name},${kept.name}` });
      await owner.api.delete(`${path}/labels/${gone.name}`);
      const promoted = await owner.api.put(`${path}/labels/${kept.name}/promote`, {});
      expect(promoted.status).toBe(200);
      const events = (await owner.api.get(urlOf(issue))).body as Event[];
      expect(events.map(({ label }) => label?.id ?? null)).toEqual([null, promoted.body.id]);
    });

    it('is readable by readers of the issue', async () => {
      const issue = await createIssue(owner.api, path, { labels: 'a', confidential: true });
      const [guest, stranger] = [await borrowMember(owner.api, path, 10), await borrowUser()];
      expect((await api().get(urlOf(issue))).status).toBe(401);
      expect((await stranger.api.get(urlOf(issue))).status).toBe(404);
      expect((await guest.api.get(urlOf(issue))).status).toBe(404);
      await owner.api.put(`${path}/issues/${issue.iid}`, { confidential: false });
      expect((await guest.api.get(urlOf(issue))).status).toBe(200);
      expect((await owner.api.get(`${path}/issues/999999/resource_label_events`)).status).toBe(404);
    });

    it('is copied when the issue is moved', async () => {
      const target = await createProject(owner.api);
      const issue = await createIssue(owner.api, path, { labels: 'moved' });
      await owner.api.put(`${path}/issues/${issue.iid}`, { state_event: 'close' });
      await owner.api.put(`${path}/issues/${issue.iid}`, { state_event: 'reopen' });
      const moved = (await owner.api.post(`${path}/issues/${issue.iid}/move`, { to_project_id: target.id })).body;
      const there = `/projects/${target.id}/issues/${moved.iid}`;
      expect(actionsOn('label', await owner.api.get(`${there}/resource_label_events`))).toEqual(['add moved']);
      expect(statesIn(await owner.api.get(`${there}/resource_state_events`))).toEqual(['closed', 'reopened']);
      await waitFor(
        () => owner.api.get(urlOf(issue, 'state')),
        (events) => statesIn(events).join() === 'closed,reopened,closed',
      );
    });
  });

  describe('GET /projects/:id/issues/:issue_iid/resource_label_events/:resource_label_event_id', () => {
    it('gets an event of the issue only', async () => {
      const [issue, other] = [await createIssue(owner.api, path, { labels: 'x' }), await createIssue(owner.api, path)];
      const [event] = (await owner.api.get(urlOf(issue))).body as Event[];
      expect((await owner.api.get(`${urlOf(issue)}/${event?.id}`)).body).toEqual(event);
      expect((await owner.api.get(`${urlOf(other)}/${event?.id}`)).status).toBe(404);
      expect((await owner.api.get(`${urlOf(issue, 'state')}/${event?.id}`)).status).toBe(404);
      expect((await owner.api.get(`${urlOf(issue)}/x`)).status).toBe(400);
    });
  });

  describe('GET /projects/:id/issues/:issue_iid/resource_milestone_events', () => {
    it('lists set and removed milestones with their users', async () => {
      const [one, two] = [await createMilestone(owner.api, path), await createMilestone(owner.api, path)];
      const issue = await createIssue(owner.api, path, { milestone_id: one.id });
      const url = `${path}/issues/${issue.iid}`;
      await owner.api.put(url, { milestone_id: two.id });
      await owner.api.put(url, { milestone_id: 0 });
      const events = await owner.api.get(urlOf(issue, 'milestone'));
      expect(actionsOn('milestone', events)).toEqual([`add ${one.title}`, `add ${two.title}`, `remove ${two.title}`]);
      expect(events.body[0]).toMatchObject({
        resource_type: 'Issue',
        resource_id: issue.id,
        user: { id: owner.id },
        milestone: { id: one.id, iid: expect.any(Number), project_id: project.id, state: 'active' },
      });
      expect((await owner.api.get(`${urlOf(issue, 'milestone')}/${events.body[1].id}`)).body).toEqual(events.body[1]);
      await owner.api.delete(`${path}/milestones/${two.id}`);
      const left = (await owner.api.get(urlOf(issue, 'milestone'))).body as Event[];
      expect(left.map(({ milestone }) => milestone?.id ?? null)).toEqual([one.id, null, null]);
    });
  });

  describe('GET /projects/:id/issues/:issue_iid/resource_state_events', () => {
    it('lists state changes of an issue with their users', async () => {
      const issue = await createIssue(owner.api, path);
      expect((await owner.api.get(urlOf(issue, 'state'))).body).toEqual([]);
      await owner.api.put(`${path}/issues/${issue.iid}`, { state_event: 'close' });
      await owner.api.post(`${path}/issues/${issue.iid}/notes`, { body: '/reopen' });
      const events = await owner.api.get(urlOf(issue, 'state'));
      expect(statesIn(events)).toEqual(['closed', 'reopened']);
      expect(events.body[0]).toEqual({
        id: expect.any(Number),
        user: expect.objectContaining({ id: owner.id }),
        created_at: expect.any(String),
        resource_type: 'Issue',
        resource_id: issue.id,
        state: 'closed',
      });
      expect((await owner.api.get(`${urlOf(issue, 'state')}/${events.body[0].id}`)).body).toEqual(events.body[0]);
    });
  });

  describe('GET /projects/:id/merge_requests/:merge_request_iid/resource_state_events', () => {
    it('lists the events of a merge request, and those of the issues that its merge closes', async () => {
      const { path: place } = await createBranchedProject(owner.api);
      const [milestone, issue] = [await createMilestone(owner.api, place), await createIssue(owner.api, place)];
      const attributes = { labels: 'first', milestone_id: milestone.id, description: `Closes #${issue.iid}` };
      const request = await createMergeRequest(owner.api, place, attributes);
      const url = `${place}/merge_requests/${request.iid}`;
      await owner.api.put(url, { state_event: 'close', labels: '' });
      await owner.api.put(url, { state_event: 'reopen', milestone_id: 0 });
      expect((await owner.api.put(`${url}/merge`, {})).body.state).toBe('merged');
      const states = await owner.api.get(`${url}/resource_state_events`);
      expect(statesIn(states)).toEqual(['closed', 'reopened', 'merged']);
      expect(states.body[2]).toMatchObject({ resource_type: 'MergeRequest', resource_id: request.id });
      const labels = await owner.api.get(`${url}/resource_label_events`);
      expect(actionsOn('label', labels)).toEqual(['add first', 'remove first']);
      const milestones = await owner.api.get(`${url}/resource_milestone_events`);
      expect(actionsOn('milestone', milestones)).toEqual([`add ${milestone.title}`, `remove ${milestone.title}`]);
      for (const [kind, { body }] of Object.entries({ state: states, label: labels, milestone: milestones }))
        expect((await owner.api.get(`${url}/resource_${kind}_events/${body[0].id}`)).body).toEqual(body[0]);
      await waitFor(
        () => owner.api.get(`${place}/issues/${issue.iid}/resource_state_events`),
        (events) => statesIn(events).join() === 'closed',
      );
      expect((await (await createUser()).api.get(`${url}/resource_state_events`)).status).toBe(404);
    });
  });

  describe('GET /groups/:id/epics/:epic_id/resource_label_events', () => {
    it('lists added and removed labels of an epic with their users', async () => {
      const epic = await createEpic(owner.api, group, { labels: 'first' });
      await owner.api.put(`/groups/${group.id}/epics/${epic.iid}`, { labels: 'second' });
      const url = `/groups/${group.id}/epics/${epic.id}/resource_label_events`;
      const events = await owner.api.get(url);
      expect(actionsOn('label', events)).toEqual(['add first', 'add second', 'remove first']);
      expect(events.body[0]).toMatchObject({ resource_type: 'Epic', resource_id: epic.id, user: { id: owner.id } });
      expect((await owner.api.get(`${url}/${events.body[1].id}`)).body).toEqual(events.body[1]);
      expect((await (await borrowUser()).api.get(url)).status).toBe(404);
    });
  });

  it('are recorded once by the request and the consumer of the same bus event', async () => {
    const event = {
      id: unique('event'),
      type: 'collaboration.issue.updated' as const,
      actor: owner.id,
      changes: {
        label_ids: { from: [1, 2], to: [2, 3] },
        milestone_id: { from: null, to: 4 },
        state: { from: 'opened', to: 'closed' },
      },
    };
    const id = 1_000_000_000 + project.id;
    const rows = await inDatabase(async (connection) => {
      const resourceEvents = createResourceEventModel(connection);
      let last = id;
      const sequences = { nextId: () => Promise.resolve((last += 1)) };
      const record = () => recordResourceEvents({ resourceEvents, sequences } as never, { type: 'Issue', id }, event);
      await Promise.all([record(), record()]);
      await record();
      return resourceEvents.find({ resource_id: id }).sort({ kind: 1, action: 1 }).lean();
    });
    expect(
      rows.map(({ kind, action, label_id, milestone_id, state }) => [kind, action, label_id, milestone_id, state]),
    ).toEqual([
      ['label', 'add', 3, undefined, undefined],
      ['label', 'remove', 1, undefined, undefined],
      ['milestone', 'add', undefined, 4, undefined],
      ['state', undefined, undefined, undefined, 'closed'],
    ]);
  });

  it('have no user, or the ghost user, after the user is deleted', async () => {
    const [ghosted, removed] = [await createMember(owner.api, path, 20), await createMember(owner.api, path, 20)];
    const issue = await createIssue(owner.api, path);
    await ghosted.api.put(`${path}/issues/${issue.iid}`, { add_labels: 'one' });
    await removed.api.put(`${path}/issues/${issue.iid}`, { add_labels: 'two' });
    await asRoot().delete(`/users/${ghosted.id}`);
    await asRoot().delete(`/users/${removed.id}?hard_delete=true`);
    await waitFor(
      () => owner.api.get(urlOf(issue)),
      ({ body }) => body[0]?.user?.username?.startsWith('ghost') === true && body[1]?.user === null,
    );
  });
});

import {
  api,
  asRoot,
  createUser,
  waitFor,
  unique,
  commitFile,
  createMember,
  createBranchedProject,
  createIssue,
  createMergeRequest,
  createProject,
  borrowMember,
  type ApiClient,
  type ApiResponse,
  type TestUser,
  type Created,
} from '@forgemesh/testing';
import { inDatabase } from '#testing/database';
import { createMilestone } from '#testing/fixtures';
import { createContributionEventModel } from '../contribution-event.model';
import { sweepContributionEvents } from '../contribution-schedules';

interface Event {
  id: number;
  action_name: string;
  target_type: string | null;
  target_id: number | null;
  target_title: string | null;
  author_id: number;
  project_id: number;
}

const eventsIn = ({ body }: ApiResponse): Event[] => body as Event[];
const namesIn = (response: ApiResponse): string[] =>
  eventsIn(response).map(({ action_name: name, target_type: type }) => `${name} ${type ?? '-'}`);

/** Waits until a list has events, by `<action name> <target type>`. */
function listed(as: ApiClient, path: string, names: readonly string[]): Promise<ApiResponse> {
  return waitFor(
    () => as.get(path),
    (response) => names.every((name) => namesIn(response).includes(name)),
  );
}

describe('contribution events', () => {
  let owner: TestUser;
  let project: Created;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api, { visibility: 'public' });
    path = `/projects/${project.id}`;
  });

  describe('GET /projects/:id/events', () => {
    it('lists events of issues, milestones and members, newest first', async () => {
      const place = `/projects/${(await createProject(owner.api)).id}`;
      const member = await createMember(owner.api, place, 30);
      const issue = await createIssue(member.api, place);
      await owner.api.put(`${place}/issues/${issue.iid}`, { state_event: 'close', title: 'Renamed' });
      await owner.api.put(`${place}/issues/${issue.iid}`, { state_event: 'reopen' });
      const milestone = await createMilestone(owner.api, place);
      await owner.api.put(`${place}/milestones/${milestone.id}`, { state_event: 'close' });
      const note = (await member.api.post(`${place}/issues/${issue.iid}/notes`, { body: 'What a day' })).body;
      await owner.api.delete(`${place}/members/${member.id}`);
      const response = await listed(owner.api, `${place}/events`, [
        ...['left -', 'commented on Note', 'closed Milestone', 'opened Milestone', 'closed Issue', 'opened Issue'],
        ...['joined -', 'created -'],
      ]);
      const events = eventsIn(response);
      expect(events).toHaveLength(9);
      const opened = events.filter(({ action_name: name, target_type }) => `${name} ${target_type}` === 'opened Issue');
      expect(opened.map(({ author_id: id }) => id)).toEqual([owner.id, member.id]);
      expect(opened[1]).toEqual({
        id: expect.any(Number),
        title: null,
        project_id: expect.any(Number),
        action_name: 'opened',
        target_id: issue.id,
        target_iid: issue.iid,
        target_type: 'Issue',
        target_title: 'Renamed',
        author_id: member.id,
        author_username: member.username,
        created_at: expect.stringMatching(/Z$/),
        author: {
          id: member.id,
          name: expect.any(String),
          username: member.username,
          state: 'active',
          avatar_url: null,
          web_url: expect.any(String),
        },
      });
      expect(events.find(({ target_type: type }) => type === 'Note')).toMatchObject({
        target_id: note.id,
        target_iid: note.id,
        target_title: null,
        author_id: member.id,
        note: { id: note.id, body: 'What a day', system: false, noteable_type: 'Issue', noteable_iid: issue.iid },
      });
      expect(events.find(({ action_name: name }) => name === 'joined')).toMatchObject({
        target_id: null,
        target_iid: null,
        target_type: null,
        target_title: null,
        author_id: member.id,
      });
      const times = (response.body as { created_at: string }[]).map(({ created_at: at }) => at);
      expect(times).toEqual([...times].sort().reverse());
    });

    it('lists events of pushes, merge requests and wiki pages', async () => {
      const { path: place, main } = await createBranchedProject(owner.api);
      const request = await createMergeRequest(owner.api, place);
      const url = `${place}/merge_requests/${request.iid}`;
      const approver = await borrowMember(owner.api, place, 40);
      expect((await approver.api.post(`${url}/approve`, {})).status).toBe(201);
      await commitFile(owner.api, place, { branch: 'main', path: 'm.txt', content: 'm\n' });
      await owner.api.post(`${place}/repository/tags`, { tag_name: 'v1', ref: 'main' });
      await owner.api.delete(`${place}/repository/tags/v1`);
      expect((await owner.api.put(`${url}/merge`, {})).body.state).toBe('merged');
      await owner.api.post(`${place}/wikis`, { title: 'My page', content: 'x' });
      await owner.api.put(`${place}/wikis/My-page`, { content: 'y' });
      await owner.api.delete(`${place}/wikis/My-page`);
      const wiki = ['created', 'updated', 'destroyed'].map((name) => `${name} WikiPage::Meta`);
      const response = await listed(owner.api, `${place}/events?per_page=100`, [
        ...['opened MergeRequest', 'approved MergeRequest', 'accepted MergeRequest', ...wiki],
        ...['pushed new -', 'pushed to -', 'deleted -'],
      ]);
      const pushes = (response.body as { action_name: string; push_data?: { ref: string; action: string } }[]).flatMap(
        ({ action_name, push_data }) => (push_data ? { action_name, ...push_data } : []),
      );
      expect(pushes.find(({ ref, action }) => ref === 'main' && action === 'pushed')).toMatchObject({
        action_name: 'pushed to',
        ref_type: 'branch',
        commit_from: expect.stringMatching(/^\w{40}$/),
        commit_to: expect.stringMatching(/^\w{40}$/),
        commit_title: expect.any(String),
        ref_count: null,
      });
      expect(pushes).toContainEqual(
        expect.objectContaining({ action_name: 'pushed new', ref: 'main', commit_from: null, commit_to: main }),
      );
      const tags = pushes.filter(({ ref }) => ref === 'v1').map(({ action_name: name }) => name);
      expect(tags).toEqual(['deleted', 'pushed new']);
      const pages = eventsIn(response).filter(({ target_type: type }) => type === 'WikiPage::Meta');
      expect(pages.map(({ target_title: title }) => title)).toEqual(['My page', 'My page', 'My page']);
      const byType = await owner.api.get(`${place}/events?target_type=wiki&action=created`);
      expect(namesIn(byType)).toEqual(['created WikiPage::Meta']);
    });

    it('records a membership that expired', async () => {
      const place = `/projects/${(await createProject(owner.api)).id}`;
      const user = await createUser();
      const membership = { user_id: user.id, access_level: 30 };
      const today = new Date().toISOString().slice(0, 10);
      expect((await owner.api.post(`${place}/members`, { ...membership, expires_at: today })).status).toBe(201);
      // The expired membership is removed for the new one.
      expect((await owner.api.post(`${place}/members`, membership)).status).toBe(201);
      const name = 'removed due to membership expiration from';
      await listed(owner.api, `${place}/events?action=expired`, [`${name} -`]);
      expect((await owner.api.get(`${place}/events?action=joined`)).body).toHaveLength(2);
    });

    it('filters by action, type and day, sorts and pages', async () => {
      const place = `/projects/${(await createProject(owner.api)).id}`;
      for (const title of ['one', 'two', 'three']) await createIssue(owner.api, place, { title });
      const all = await waitFor(
        () => owner.api.get(`${place}/events?target_type=issue`),
        ({ body }) => body.length === 3,
      );
      const titles = ({ body }: ApiResponse): string[] =>
        (body as { target_title: string }[]).map((e) => e.target_title);
      expect(titles(all)).toEqual(['three', 'two', 'one']);
      expect(titles(await owner.api.get(`${place}/events?target_type=issue&sort=asc`))).toEqual([
        'one',
        'two',
        'three',
      ]);
      const page = await owner.api.get(`${place}/events?target_type=issue&action=created&per_page=2&page=2`);
      expect(titles(page)).toEqual(['one']);
      expect(page.headers.get('x-total')).toBe('3');
      expect(namesIn(await owner.api.get(`${place}/events?target_type=project`))).toEqual(['created -']);
      const today = new Date().toISOString().slice(0, 10);
      const [yesterday, tomorrow] = [-1, 1].map((days) =>
        new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
      );
      expect((await owner.api.get(`${place}/events?after=${yesterday}&before=${tomorrow}`)).body).toHaveLength(4);
      for (const query of [`after=${today}`, `before=${today}`, 'action=merged', 'target_type=snippet'])
        expect((await owner.api.get(`${place}/events?${query}`)).body).toEqual([]);
      for (const [query, name] of [
        ['action=opened', 'action'],
        ['target_type=epic', 'target_type'],
        ['sort=up', 'sort'],
      ])
        expect(await owner.api.get(`${place}/events?${query}`)).toMatchObject({
          status: 400,
          body: { error: `${name} does not have a valid value` },
        });
      expect((await owner.api.get(`${place}/events?before=yesterday`)).status).toBe(400);
    });

    it('shows only events that the caller may read', async () => {
      const open = await createProject(owner.api, { visibility: 'public' });
      const place = `/projects/${open.id}`;
      const [shown, hidden] = [
        await createIssue(owner.api, place),
        await createIssue(owner.api, place, { confidential: true }),
      ];
      await owner.api.post(`${place}/issues/${hidden.iid}/notes`, { body: 'secret' });
      await commitFile(owner.api, place, { branch: 'main', path: 'a.txt', content: 'a\n' });
      await listed(owner.api, `${place}/events`, ['commented on Note', 'pushed new -', 'opened Issue']);
      const targets = async (as: ApiClient): Promise<(number | null)[]> =>
        eventsIn(await as.get(`${place}/events?target_type=issue`)).map(({ target_id: id }) => id);
      const [guest, reporter] = [await createMember(owner.api, place, 10), await createMember(owner.api, place, 20)];
      expect(await targets(reporter.api)).toEqual([hidden.id, shown.id]);
      for (const as of [api(), (await createUser()).api, guest.api]) {
        expect(await targets(as)).toEqual([shown.id]);
        expect(eventsIn(await as.get(`${place}/events?target_type=note`))).toEqual([]);
      }
      await owner.api.put(`${place}/issues/${hidden.iid}`, { assignee_ids: [guest.id] });
      expect(await targets(guest.api)).toEqual([hidden.id, shown.id]);
      await owner.api.put(`${place}/issues/${shown.iid}`, { confidential: true });
      expect(await targets(api())).toEqual([]);
      await owner.api.put(`${place}/issues/${shown.iid}`, { confidential: false });
      await waitFor(
        () => targets(api()),
        (found) => found.includes(shown.id),
      );
      await owner.api.put(place, { issues_access_level: 'private', repository_access_level: 'private' });
      await waitFor(
        () => api().get(`${place}/events`),
        (response) => namesIn(response).join() === 'joined -,joined -,created -',
      );
      await owner.api.put(place, { visibility: 'private' });
      expect((await (await createUser()).api.get(`${place}/events`)).status).toBe(404);
      expect((await api().get('/projects/999999999/events')).status).toBe(404);
    });

    it('removes the events of deleted objects', async () => {
      const made = await createProject(owner.api);
      const place = `/projects/${made.id}`;
      const [issue, other] = [await createIssue(owner.api, place), await createIssue(owner.api, place)];
      const notes = `${place}/issues/${other.iid}/notes`;
      const note = (await owner.api.post(notes, { body: 'x' })).body;
      await owner.api.post(`${place}/issues/${issue.iid}/notes`, { body: 'y' });
      const milestone = await createMilestone(owner.api, place);
      await waitFor(
        () => owner.api.get(`${place}/events`),
        ({ body }) => body.length === 6,
      );
      await owner.api.delete(`${place}/issues/${issue.iid}`);
      await owner.api.delete(`${notes}/${note.id}`);
      await owner.api.delete(`${place}/milestones/${milestone.id}`);
      const left = await listed(owner.api, `${place}/events`, ['destroyed Milestone']);
      expect(namesIn(left).sort()).toEqual(['created -', 'destroyed Milestone', 'opened Issue', 'opened Milestone']);
      expect(eventsIn(left).find(({ action_name: name }) => name === 'destroyed')?.target_title).toBe(milestone.title);
      await owner.api.delete(place);
      await waitFor(
        () => inDatabase((db) => db.collection('contribution_events').countDocuments({ project_id: made.id })),
        (count) => count === 0,
      );
    });
  });

  describe('GET /users/:id/events', () => {
    it('lists the events of a user by id or name, of the projects that the caller may read', async () => {
      const author = await createUser();
      const secret = await createProject(author.api);
      const issue = await createIssue(author.api, path);
      await createIssue(author.api, `/projects/${secret.id}`);
      await listed(author.api, `/users/${author.id}/events?target_type=issue`, ['opened Issue']);
      const all = await waitFor(
        () => author.api.get(`/users/${author.id}/events`),
        ({ body }) => body.length === 3,
      );
      expect(eventsIn(all).every(({ author_id: id }) => id === author.id)).toBe(true);
      expect((await asRoot().get(`/users/${author.username.toUpperCase()}/events`)).body).toHaveLength(3);
      for (const as of [api(), owner.api, (await createUser({}, ['read_user'])).api]) {
        const response = await as.get(`/users/${author.username}/events`);
        expect(eventsIn(response).map(({ target_id: id }) => id)).toEqual([issue.id]);
        expect(response.headers.get('x-total')).toBe('1');
      }
      for (const name of ['nobody-of-this-name', '999999999', '99999999999999999999'])
        expect(await api().get(`/users/${name}/events`)).toMatchObject({ status: 404 });
    });

    it('hides the events of a user with a private profile from others', async () => {
      const author = await createUser({ private_profile: true });
      await createIssue(author.api, path);
      await listed(author.api, `/users/${author.id}/events`, ['opened Issue']);
      expect((await owner.api.get(`/users/${author.id}/events`)).body).toEqual([]);
      expect((await asRoot().get(`/users/${author.id}/events`)).body).toHaveLength(1);
    });

    it('reassigns the events of a deleted user to the ghost user, or removes them', async () => {
      const [ghosted, removed] = [await createMember(owner.api, path, 20), await createMember(owner.api, path, 20)];
      const issues = [await createIssue(ghosted.api, path), await createIssue(removed.api, path)];
      const list = `${path}/events?target_type=issue`;
      await waitFor(
        () => owner.api.get(list),
        (response) => issues.every(({ id }) => eventsIn(response).some(({ target_id: found }) => found === id)),
      );
      await asRoot().delete(`/users/${ghosted.id}`);
      await asRoot().delete(`/users/${removed.id}?hard_delete=true`);
      await waitFor(
        () => owner.api.get(list),
        ({ body }) => {
          const authors = (body as { target_id: number; author_username?: string }[])
            .filter(({ target_id: id }) => issues.some((issue) => issue.id === id))
            .map(({ author_username: name }) => name);
          return authors.length === 1 && authors[0]?.startsWith('ghost') === true;
        },
      );
    });
  });

  describe('GET /events', () => {
    it('lists the events of the caller, or of all projects that they are a member of', async () => {
      const [member, other] = [await createMember(owner.api, path, 30), await createUser()];
      const [own, foreign] = [await createIssue(member.api, path), await createIssue(owner.api, path)];
      const elsewhere = await createProject(other.api, { visibility: 'public' });
      const unrelated = await createIssue(other.api, `/projects/${elsewhere.id}`);
      await listed(other.api, '/events', ['opened Issue']);
      const targets = (response: ApiResponse): (number | null)[] => eventsIn(response).map(({ target_id: id }) => id);
      const all = await waitFor(
        () => member.api.get('/events?scope=all&target_type=issue&per_page=100'),
        (response) => [own, foreign].every(({ id }) => targets(response).includes(id)),
      );
      expect(targets(all)).not.toContain(unrelated.id);
      expect(namesIn(await member.api.get('/events'))).toEqual(['opened Issue', 'joined -']);
      expect(targets(await member.api.get('/events?target_type=issue'))).toEqual([own.id]);
      expect((await api().get('/events')).status).toBe(401);
      expect((await member.api.get('/events?scope=some')).status).toBe(400);
      await owner.api.delete(`${path}/members/${member.id}`);
      await owner.api.put(path, { visibility: 'private' });
      await waitFor(
        () => member.api.get('/events'),
        ({ body }) => body.length === 0,
      );
      await owner.api.put(path, { visibility: 'public' });
    });
  });

  it('are removed after the retention period', async () => {
    const kept = await createProject(owner.api);
    await listed(owner.api, `/projects/${kept.id}/events`, ['created -']);
    await inDatabase(async (connection) => {
      const model = createContributionEventModel(connection);
      const row = await model.findOne({ project_id: kept.id }).lean();
      const [id, days] = [2_000_000_000 + kept.id, 1095];
      const at = new Date(Date.now() - (days + 1) * 86_400_000);
      await model.insertMany([{ ...row, _id: id, effect_key: unique('old'), created_at: at }]);
      const current = () => ({ contribution_event_retention_days: days });
      await sweepContributionEvents.run({ contributionEvents: model, instance: { settings: { current } } as never });
      expect(await model.distinct('_id', { project_id: kept.id })).toEqual([row?._id]);
    });
  });
});

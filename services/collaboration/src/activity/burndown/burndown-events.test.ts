import {
  api,
  createUser,
  createGroup,
  createIssue,
  createProject,
  borrowUser,
  borrowMember,
  type TestUser,
  type Created,
  type TestItem,
} from '@forgemesh/testing';
import { inDatabase } from '#testing/database';
import { createMilestone } from '#testing/fixtures';

interface Event {
  created_at: string;
  weight: number | null;
  action: string;
}

describe('burndown events', () => {
  const timespan = { start_date: '2020-01-01', due_date: '2099-01-01' };
  let owner: TestUser;
  let guest: TestUser;
  let group: Created;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    path = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
    guest = await borrowMember(owner.api, path, 10);
  });

  const setState = (place: string, { iid }: TestItem, state_event: string) =>
    owner.api.put(`${place}/issues/${iid}`, { state_event });
  const brief = (events: Event[]): [number | null, string][] => events.map(({ weight, action }) => [weight, action]);

  describe('GET /projects/:id/milestones/:milestone_id/burndown_events', () => {
    it('lists when the issues were created, closed and reopened', async () => {
      const milestone = await createMilestone(owner.api, path, timespan);
      const at = `${path}/milestones/${milestone.id}/burndown_events`;
      const fields = { milestone_id: milestone.id };
      const first = await createIssue(owner.api, path, { ...fields, weight: 5, created_at: '2020-02-01T00:00:00Z' });
      await createIssue(owner.api, path, { ...fields, created_at: '2020-03-01T10:00:00Z' });
      const secret = await createIssue(owner.api, path, { ...fields, weight: 3, confidential: true });
      for (const event of ['close', 'reopen', 'close']) await setState(path, first, event);
      await setState(path, secret, 'close');
      const { status, body } = await owner.api.get(at);
      expect(status).toBe(200);
      expect(body.slice(0, 2)).toEqual([
        { created_at: '2020-02-01T00:00:00.000Z', weight: 5, action: 'created' },
        { created_at: '2020-03-01T10:00:00.000Z', weight: null, action: 'created' },
      ]);
      expect(brief(body)).toEqual([
        ...[
          [5, 'created'],
          [null, 'created'],
          [3, 'created'],
        ],
        ...[
          [5, 'closed'],
          [5, 'reopened'],
          [5, 'closed'],
        ],
        [3, 'closed'],
      ]);
      const times = (body as Event[]).map(({ created_at: time }) => time);
      expect(times).toEqual([...times].sort());
      expect(brief((await guest.api.get(at)).body)).toEqual(brief(body).filter(([weight]) => weight !== 3));
      expect((await (await borrowUser()).api.get(at)).status).toBe(404);
      expect((await owner.api.get(`${path}/milestones/999999999/burndown_events`)).status).toBe(404);
    });

    it('ends with the due date, and needs both dates', async () => {
      const past = await createMilestone(owner.api, path, { start_date: '2020-01-01', due_date: '2020-02-01' });
      const at = `${path}/milestones/${past.id}/burndown_events`;
      const fields = { milestone_id: past.id };
      const issue = await createIssue(owner.api, path, { ...fields, created_at: '2020-02-01T23:00:00Z' });
      await createIssue(owner.api, path, { ...fields, created_at: '2020-02-02T00:00:00Z' });
      await setState(path, issue, 'close');
      expect((await owner.api.get(at)).body).toEqual([
        { created_at: '2020-02-01T23:00:00.000Z', weight: null, action: 'created' },
      ]);
      await owner.api.put(`${path}/milestones/${past.id}`, { due_date: '' });
      expect(await owner.api.get(at)).toMatchObject({ status: 200, body: [] });
    });

    it('uses the closing time of an issue that was closed without a note', async () => {
      const milestone = await createMilestone(owner.api, path, timespan);
      const issue = await createIssue(owner.api, path, { milestone_id: milestone.id });
      const closed = (await setState(path, issue, 'close')).body as { closed_at: string };
      await inDatabase((database) =>
        database.collection('notes').deleteMany({ noteable_type: 'Issue', noteable_id: issue.id }),
      );
      const { body } = await owner.api.get(`${path}/milestones/${milestone.id}/burndown_events`);
      expect(body).toMatchObject([{ action: 'created' }, { action: 'closed', created_at: closed.closed_at }]);
    });

    it('is public if the project and its issues are', async () => {
      const open = `/projects/${(await createProject(owner.api, { visibility: 'public' })).id}`;
      const milestone = await createMilestone(owner.api, open, timespan);
      await createIssue(owner.api, open, { milestone_id: milestone.id });
      const at = `${open}/milestones/${milestone.id}/burndown_events`;
      expect((await api().get(at)).body).toHaveLength(1);
      await owner.api.put(open, { issues_access_level: 'private' });
      expect(await api().get(at)).toMatchObject({ status: 200, body: [] });
      expect((await owner.api.get(at)).body).toHaveLength(1);
    });
  });

  describe('GET /groups/:id/milestones/:milestone_id/burndown_events', () => {
    it('covers the projects that the caller may read', async () => {
      const hidden = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
      const milestone = await createMilestone(owner.api, `/groups/${group.id}`, timespan);
      const at = `/groups/${group.id}/milestones/${milestone.id}/burndown_events`;
      const issue = await createIssue(owner.api, path, { milestone_id: milestone.id, weight: 1 });
      await createIssue(owner.api, path, { milestone_id: milestone.id, weight: 2, confidential: true });
      await createIssue(owner.api, hidden, { milestone_id: milestone.id, weight: 3 });
      await setState(path, issue, 'close');
      expect(brief((await owner.api.get(at)).body)).toEqual([
        ...[
          [1, 'created'],
          [2, 'created'],
          [3, 'created'],
        ],
        [1, 'closed'],
      ]);
      expect(brief((await guest.api.get(at)).body)).toEqual([
        [1, 'created'],
        [1, 'closed'],
      ]);
      expect((await (await borrowUser()).api.get(at)).status).toBe(404);
      const own = await createMilestone(owner.api, path, timespan);
      expect((await owner.api.get(`/groups/${group.id}/milestones/${own.id}/burndown_events`)).status).toBe(404);
    });
  });
});

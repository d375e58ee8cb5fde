import {
  createUser,
  waitFor,
  createMember,
  ids,
  createGroup,
  createIssue,
  createProject,
  borrowUser,
  type TestUser,
  type Created,
  type TestItem,
} from '@forgemesh/testing';
import { systemNotes } from '#testing/database';
import { createEpic, createLabel, createMilestone } from '#testing/fixtures';
import { reorderIssue, orderIssues } from '../epic-issue-order';

describe('the order of the issues of an epic', () => {
  it('puts moved issues first, and leaves out deleted ones', () => {
    expect(orderIssues({ issue_order: [9, 3, 7] }, [1, 3, 9, 2])).toEqual([9, 3, 1, 2]);
  });

  it.each([
    [{ after: 1 }, [1, 4, 2, 3]],
    [{ before: 1 }, [4, 1, 2, 3]],
    [{ after: 3 }, [1, 2, 3, 4]],
    [{}, [1, 2, 3, 4]],
    [{ after: 8 }, undefined],
    [{ before: 4 }, undefined],
  ])('moves an issue to %j', (place, expected) => {
    expect(reorderIssue([1, 2, 3, 4], 4, place)).toEqual(expected);
  });
});

describe('issues of epics', () => {
  let owner: TestUser;
  let group: Created & { full_path: string };
  let path: string;
  let project: string;
  let projectPath: string;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    path = `/groups/${group.id}/epics`;
    const made = await createProject(owner.api, { namespace_id: group.id });
    [project, projectPath] = [`/projects/${made.id}`, made.path_with_namespace];
  });
  const put = (epic: TestItem, issue: Created, as = owner) => as.api.post(`${path}/${epic.iid}/issues/${issue.id}`);

  describe('POST /groups/:id/epics/:epic_iid/issues/:issue_id', () => {
    it('adds an issue to an epic, and removes it from its previous one', async () => {
      const [one, two] = [await createEpic(owner.api, group), await createEpic(owner.api, group)];
      const issue = await createIssue(owner.api, project);
      expect(issue).toMatchObject({ epic: null, epic_iid: null });
      const { status, body } = await put(one, issue);
      expect(status).toBe(201);
      const epic = { id: one.id, iid: one.iid, title: one['title'], group_id: group.id };
      expect(body).toMatchObject({ id: issue.id, epic: { id: one.id }, issue: { id: issue.id, epic_iid: one.iid } });
      expect(body.issue.epic).toEqual({ ...epic, url: `/groups/${group.full_path}/-/epics/${one.iid}` });
      expect(await put(one, issue)).toMatchObject({ status: 409, body: { message: 'Issue(s) already assigned' } });
      expect((await put(two, issue)).status).toBe(201);
      expect(ids(await owner.api.get(`${path}/${one.iid}/issues`))).toEqual([]);
      expect(await systemNotes('Issue', issue)).toEqual([
        `added to epic ${group.full_path}&${one.iid}`,
        `changed epic to ${group.full_path}&${two.iid}`,
      ]);
      const named = `${projectPath}#${issue.iid}`;
      expect(await systemNotes('Epic', one)).toEqual([`added issue ${named}`, `removed issue ${named}`]);
    });

    it('requires the reporter role in both, and an issue inside the group', async () => {
      const epic = await createEpic(owner.api, group);
      const issue = await createIssue(owner.api, project);
      const guest = await createMember(owner.api, `/groups/${group.id}`, 10);
      expect((await put(epic, issue, guest)).status).toBe(403);
      const elsewhere = await createIssue(owner.api, `/projects/${(await createProject(owner.api)).id}`);
      expect((await put(epic, elsewhere)).status).toBe(403);
      const reporter = await createMember(owner.api, `/groups/${group.id}`, 20);
      expect(await put(epic, elsewhere, reporter)).toMatchObject({
        status: 404,
        body: { message: '404 Issue Not Found' },
      });
      expect((await put(epic, issue, reporter)).status).toBe(201);
      expect((await put(epic, issue, await createUser())).status).toBe(404);
      expect((await put({ ...epic, iid: 99_999 }, issue)).status).toBe(404);
    });
  });

  describe('GET /groups/:id/epics/:epic_iid/issues', () => {
    it('lists the issues that the caller may see, in pages', async () => {
      const epic = await createEpic(owner.api, group);
      const issues = [
        await createIssue(owner.api, project),
        await createIssue(owner.api, project, { confidential: true }),
      ];
      for (const issue of issues) await put(epic, issue);
      const at = `${path}/${epic.iid}/issues`;
      const { body, headers } = await owner.api.get(at);
      expect(body).toMatchObject(issues.map(({ id, iid }) => ({ id, epic_issue_id: id, epic_iid: epic.iid, iid })));
      expect(headers.get('x-total')).toBe('2');
      expect(ids(await owner.api.get(`${at}?per_page=1&page=2`))).toEqual([issues[1]?.id]);
      const guest = await createMember(owner.api, `/groups/${group.id}`, 10);
      expect(ids(await guest.api.get(at))).toEqual([issues[0]?.id]);
      expect((await (await borrowUser()).api.get(at)).status).toBe(404);
    });

    it('presents the labels of all projects with their colours', async () => {
      const epic = await createEpic(owner.api, group);
      const label = await createLabel(owner.api, project, { color: '#d9534f' });
      const issue = await createIssue(owner.api, project, { labels: label.name });
      await put(epic, issue);
      const at = `${path}/${epic.iid}/issues`;
      expect((await owner.api.get(at)).body[0].labels).toEqual([label.name]);
      const { body } = await owner.api.get(`${at}?with_labels_details=true`);
      expect(body[0].labels).toMatchObject([{ name: label.name, color: '#d9534f' }]);
    });

    it("makes the epic inherit the dates of its issues' milestones", async () => {
      const epic = await createEpic(owner.api, group);
      const milestone = await createMilestone(owner.api, project, { start_date: '2030-01-01', due_date: '2030-02-01' });
      await put(epic, await createIssue(owner.api, project, { milestone_id: milestone.id }));
      const shown = (): Promise<{ body: object }> => owner.api.get(`${path}/${epic.iid}`);
      expect((await shown()).body).toMatchObject({
        start_date: '2030-01-01',
        due_date: '2030-02-01',
        due_date_from_milestones: '2030-02-01',
      });
      await owner.api.put(`${project}/milestones/${milestone.id}`, { due_date: '2030-03-01' });
      expect((await shown()).body).toMatchObject({ due_date: '2030-03-01' });
    });
  });

  describe('PUT /groups/:id/epics/:epic_iid/issues/:epic_issue_id', () => {
    it('moves an issue among the others', async () => {
      const epic = await createEpic(owner.api, group);
      const made: TestItem[] = [];
      for (const title of ['one', 'two', 'three']) made.push(await createIssue(owner.api, project, { title }));
      for (const issue of made) await put(epic, issue);
      const [one, two, three] = made.map(({ id }) => id);
      const at = `${path}/${epic.iid}/issues`;
      const moved = await owner.api.put(`${at}/${three}`, { move_after_id: one });
      expect([moved.status, ids(moved)]).toEqual([200, [three, one, two]]);
      expect(ids(await owner.api.put(`${at}/${three}`, { move_before_id: one }))).toEqual([one, three, two]);
      expect(ids(await owner.api.get(at))).toEqual([one, three, two]);
      const foreign = await createIssue(owner.api, project);
      for (const body of [{ move_before_id: foreign.id }, { move_after_id: 999_999_999 }])
        expect((await owner.api.put(`${at}/${three}`, body)).status).toBe(404);
      expect((await owner.api.put(`${at}/${foreign.id}`, { move_before_id: one })).status).toBe(404);
      const guest = await createMember(owner.api, `/groups/${group.id}`, 10);
      expect((await guest.api.put(`${at}/${three}`, { move_before_id: one })).status).toBe(403);
    });
  });

  describe('DELETE /groups/:id/epics/:epic_iid/issues/:epic_issue_id', () => {
    it('removes an issue from its epic', async () => {
      const epic = await createEpic(owner.api, group);
      const issue = await createIssue(owner.api, project);
      await put(epic, issue);
      const at = `${path}/${epic.iid}/issues/${issue.id}`;
      const guest = await createMember(owner.api, `/groups/${group.id}`, 10);
      expect((await guest.api.delete(at)).status).toBe(403);
      expect(await owner.api.delete(at)).toMatchObject({ status: 200, body: { id: issue.id, issue: { epic: null } } });
      expect(await owner.api.delete(at)).toMatchObject({ status: 404, body: { message: '404 Epic Issue Not Found' } });
      expect((await systemNotes('Issue', issue)).at(-1)).toBe(`removed from epic ${group.full_path}&${epic.iid}`);
    });
  });

  describe('epic_id and epic_iid of POST and PUT /projects/:id/issues', () => {
    it('name the epic of an issue', async () => {
      const [one, two] = [await createEpic(owner.api, group), await createEpic(owner.api, group)];
      const issue = await createIssue(owner.api, project, { epic_id: one.id });
      expect(issue).toMatchObject({ epic_iid: one.iid, epic: { id: one.id } });
      const at = `${project}/issues/${issue.iid}`;
      expect((await owner.api.put(at, { epic_iid: two.iid })).body).toMatchObject({ epic: { id: two.id } });
      expect((await owner.api.put(at, { epic_id: 0 })).body).toMatchObject({ epic: null, epic_iid: null });
      expect((await owner.api.put(at, { epic_id: one.id })).body).toMatchObject({ epic: { id: one.id } });
      const foreign = await createEpic(owner.api, await createGroup(owner.api));
      for (const epicId of [foreign.id, 999_999_999])
        expect(await owner.api.put(at, { epic_id: epicId })).toMatchObject({
          status: 404,
          body: { message: '404 Epic Not Found' },
        });
      const reporter = await createMember(owner.api, project, 20);
      expect((await reporter.api.put(at, { epic_id: two.id })).status).toBe(404);
      await owner.api.delete(`${path}/${one.iid}`);
      await waitFor(
        () => owner.api.get(at),
        ({ body }) => body.epic === null,
      );
    });
  });
});

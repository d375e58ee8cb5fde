import {
  api,
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
  type TestProject,
} from '@forgemesh/testing';
import { inDatabase, type StoredRow } from '#testing/database';
import { createEpic } from '#testing/fixtures';

describe('todos', () => {
  let owner: TestUser;
  let group: Created & { full_path: string };
  let project: TestProject;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    project = await createProject(owner.api, { namespace_id: group.id });
    path = `/projects/${project.id}`;
  });
  const member = (level = 20): Promise<TestUser> => createMember(owner.api, path, level);
  /** Waits until a user has the given number of pending todos. */
  const pending = async (user: TestUser, count: number) =>
    (
      await waitFor(
        () => user.api.get('/todos'),
        ({ body }) => body.length === count,
      )
    ).body;

  describe('GET /todos', () => {
    it('shows an assigned item with its target', async () => {
      const user = await member();
      const issue = await createIssue(owner.api, path, {
        assignee_ids: [user.id],
        description: `for @${user.username}`,
      });
      const [todo] = await pending(user, 1);
      expect(todo).toEqual({
        id: expect.any(Number),
        project: {
          id: project.id,
          name: project['name'],
          path: project['path'],
          name_with_namespace: project['name_with_namespace'],
          path_with_namespace: project.path_with_namespace,
        },
        author: expect.objectContaining({ id: owner.id, username: owner.username }),
        action_name: 'assigned',
        target_type: 'Issue',
        state: 'pending',
        body: issue['title'],
        target: expect.objectContaining({ id: issue.id, title: issue['title'], assignees: [expect.anything()] }),
        target_url: issue['web_url'],
        created_at: expect.stringMatching(/Z$/),
      });
    });

    it('distinguishes addressed and mentioned users, and leaves out users who may not read', async () => {
      const [addressed, named, stranger] = [await member(), await member(), await createUser()];
      const description = `@${addressed.username} please ask @${named.username}, \`@${owner.username}\` or @${stranger.username}`;
      await createIssue(owner.api, path, { description });
      expect((await pending(addressed, 1))[0].action_name).toBe('directly_addressed');
      expect((await pending(named, 1))[0].action_name).toBe('mentioned');
      expect((await stranger.api.get('/todos')).body).toEqual([]);
    });

    it('creates todos for newly mentioned users of a change', async () => {
      const [first, second] = [await member(), await member()];
      const issue = await createIssue(owner.api, path, { description: `see @${first.username}` });
      const [todo] = await pending(first, 1);
      await first.api.post(`/todos/${todo.id}/mark_as_done`);
      await owner.api.put(`${path}/issues/${issue.iid}`, {
        description: `see @${first.username} and @${second.username}`,
      });
      await pending(second, 1);
      expect((await first.api.get('/todos')).body).toEqual([]);
    });

    it('resolves the todos of the acting user only', async () => {
      const [one, other] = [await member(), await member()];
      const issue = await createIssue(owner.api, path, { assignee_ids: [one.id, other.id] });
      await pending(one, 1);
      await pending(other, 1);
      await one.api.put(`${path}/issues/${issue.iid}`, { state_event: 'close' });
      await pending(one, 0);
      expect((await other.api.get('/todos')).body).toHaveLength(1);
      expect((await one.api.get('/todos?state=done')).body).toMatchObject([
        { state: 'done', target: { id: issue.id } },
      ]);
    });

    it('filters', async () => {
      const user = await member();
      const issue = await createIssue(owner.api, path, { assignee_ids: [user.id] });
      const marked = await createIssue(owner.api, path);
      await user.api.post(`${path}/issues/${marked.iid}/todo`);
      const all = ids({ body: await pending(user, 2) } as never);
      const [markedId, assignedId] = [...all].sort((a, b) => b - a);
      const list = async (query: string): Promise<number[]> => ids(await user.api.get(`/todos?${query}`)).sort();
      const [{ target }] = (await user.api.get('/todos?action=assigned')).body;
      expect(target.id).toBe(issue.id);
      expect(await list('action=marked')).toHaveLength(1);
      expect(await list('action=mentioned')).toEqual([]);
      expect(await list(`author_id=${user.id}`)).toEqual(await list('action=marked'));
      expect(await list(`project_id=${project.id}`)).toEqual([assignedId, markedId].sort());
      expect(await list('project_id=999999999')).toEqual([]);
      expect(await list(`group_id=${group.id}`)).toHaveLength(2);
      expect(await list(`group_id=${(await createGroup(owner.api)).id}`)).toEqual([]);
      expect(await list('type=Issue')).toHaveLength(2);
      expect(await list('type=MergeRequest')).toEqual([]);
      expect(await list('per_page=1&page=2')).toHaveLength(1);
      expect((await user.api.get('/todos?per_page=1')).headers.get('x-total')).toBe('2');
      expect((await user.api.get('/todos?state=open')).status).toBe(400);
      expect((await user.api.get('/todos?action=x')).body).toEqual({ error: 'action does not have a valid value' });
      expect((await api().get('/todos')).status).toBe(401);
    });

    it('hides todos whose target the user may no longer read', async () => {
      const user = await member(10);
      const secret = await createIssue(owner.api, path, { description: `@${user.username}` });
      await pending(user, 1);
      await owner.api.put(`${path}/issues/${secret.iid}`, { confidential: true });
      await pending(user, 0);
      await owner.api.put(`${path}/issues/${secret.iid}`, { confidential: false });
      const [todo] = await pending(user, 1);
      await owner.api.delete(`${path}/members/${user.id}`);
      await pending(user, 0);
      expect((await user.api.post(`/todos/${todo.id}/mark_as_done`)).status).toBe(404);
    });
  });

  describe('POST /todos/:id/mark_as_done', () => {
    it("marks the caller's own todo", async () => {
      const user = await member();
      const issue = await createIssue(owner.api, path);
      const { body: todo } = await user.api.post(`${path}/issues/${issue.iid}/todo`);
      expect((await owner.api.post(`/todos/${todo.id}/mark_as_done`)).body).toEqual({ message: '404 Not found' });
      const { status, body } = await user.api.post(`/todos/${todo.id}/mark_as_done`);
      expect({ status, body }).toEqual({ status: 201, body: { ...todo, state: 'done' } });
      expect((await user.api.post(`/todos/${todo.id}/mark_as_done`)).body).toEqual(body);
      expect((await user.api.post('/todos/999999999/mark_as_done')).status).toBe(404);
    });
  });

  describe('POST /todos/:id/mark_as_pending', () => {
    it('undoes that a todo is done, unless another one is pending', async () => {
      const user = await member();
      const issue = await createIssue(owner.api, path);
      const { body: todo } = await user.api.post(`${path}/issues/${issue.iid}/todo`);
      await user.api.post(`/todos/${todo.id}/mark_as_done`);
      expect((await owner.api.post(`/todos/${todo.id}/mark_as_pending`)).body).toEqual({ message: '404 Not found' });
      const { status, body } = await user.api.post(`/todos/${todo.id}/mark_as_pending`);
      expect({ status, body }).toEqual({ status: 201, body: todo });
      expect((await user.api.post(`/todos/${todo.id}/mark_as_pending`)).body).toEqual(todo);
      expect(ids(await user.api.get('/todos'))).toEqual([todo.id]);
      // It is the pending one of its target again.
      expect((await user.api.post(`${path}/issues/${issue.iid}/todo`)).status).toBe(304);
      await user.api.post(`/todos/${todo.id}/mark_as_done`);
      const { body: other } = await user.api.post(`${path}/issues/${issue.iid}/todo`);
      expect((await user.api.post(`/todos/${todo.id}/mark_as_pending`)).body.state).toBe('done');
      expect(ids(await user.api.get('/todos'))).toEqual([other.id]);
      expect((await user.api.post('/todos/999999999/mark_as_pending')).status).toBe(404);
    });
  });

  describe('POST /todos/mark_as_done', () => {
    it('marks all', async () => {
      const user = await member();
      for (const issue of [await createIssue(owner.api, path), await createIssue(owner.api, path)])
        await user.api.post(`${path}/issues/${issue.iid}/todo`);
      expect(await user.api.post('/todos/mark_as_done')).toMatchObject({ status: 204, body: undefined });
      expect((await user.api.get('/todos')).body).toEqual([]);
      expect((await user.api.get('/todos?state=done')).body).toHaveLength(2);
    });
  });

  describe('POST /projects/:id/issues/:issue_iid/todo', () => {
    it('creates one todo until it is done', async () => {
      const user = await member(10);
      const issue = await createIssue(owner.api, path);
      const at = `${path}/issues/${issue.iid}/todo`;
      const { status, body } = await user.api.post(at);
      expect(status).toBe(201);
      expect(body).toMatchObject({ action_name: 'marked', author: { id: user.id }, target: { id: issue.id } });
      expect(await user.api.post(at)).toMatchObject({ status: 304, body: undefined });
      await user.api.post(`/todos/${body.id}/mark_as_done`);
      expect((await user.api.post(at)).status).toBe(201);
    });

    it('is refused if the caller may not read the target', async () => {
      const issue = await createIssue(owner.api, path, { confidential: true });
      const at = `${path}/issues/${issue.iid}/todo`;
      expect((await (await member(10)).api.post(at)).status).toBe(404);
      expect((await (await borrowUser()).api.post(at)).body).toEqual({ message: '404 Project Not Found' });
    });
  });

  describe('POST /groups/:id/epics/:epic_iid/todo', () => {
    it('creates a todo about an epic', async () => {
      const user = await createMember(owner.api, `/groups/${group.id}`, 10);
      const epic = await createEpic(owner.api, group);
      const at = `/groups/${group.id}/epics/${epic.iid}/todo`;
      const { status, body } = await user.api.post(at);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        group: { id: group.id, full_path: group.full_path, kind: 'group', parent_id: null },
        target_type: 'epic',
        target: { id: epic.id, iid: epic.iid },
        target_url: epic['web_url'],
      });
      expect(body).not.toHaveProperty('project');
      expect(ids(await user.api.get(`/todos?group_id=${group.id}&type=Epic`))).toEqual([body.id]);
      expect((await user.api.post(at)).status).toBe(304);
      expect((await (await borrowUser()).api.post(at)).status).toBe(404);
    });
  });

  describe('deletions', () => {
    const stored = (todo: Created) => () =>
      inDatabase((connection) => connection.collection<StoredRow>('todos').countDocuments({ _id: todo.id }));
    const isGone = (count: number): boolean => count === 0;

    it('removes the todos of a deleted project, whatever their state', async () => {
      const fresh = await createProject(owner.api);
      const own = `/projects/${fresh.id}`;
      const open = (await owner.api.post(`${own}/issues/${(await createIssue(owner.api, own)).iid}/todo`))
        .body as Created;
      const done = (await owner.api.post(`${own}/issues/${(await createIssue(owner.api, own)).iid}/todo`))
        .body as Created;
      await owner.api.post(`/todos/${done.id}/mark_as_done`);
      const other = (await owner.api.post(`${path}/issues/${(await createIssue(owner.api, path)).iid}/todo`))
        .body as Created;
      await owner.api.delete(own);
      await waitFor(stored(open), isGone);
      await waitFor(stored(done), isGone);
      expect(await stored(other)()).toBe(1);
    });

    it('removes the todos of a deleted group', async () => {
      const fresh = await createGroup(owner.api);
      const epic = await createEpic(owner.api, fresh);
      const todo = (await owner.api.post(`/groups/${fresh.id}/epics/${epic.iid}/todo`)).body as Created;
      await owner.api.delete(`/groups/${fresh.id}`);
      await waitFor(stored(todo), isGone);
    });
  });
});

import {
  createUser,
  waitFor,
  commitFile,
  createMember,
  createBranchedProject,
  createMergeRequest,
  createProject,
  type ApiClient,
  type TestUser,
} from '@forgemesh/testing';

describe('todos of merge requests', () => {
  let owner: TestUser;
  let project: string;
  let url: string;
  beforeAll(async () => {
    owner = await createUser();
    ({ path: project } = await createBranchedProject(owner.api));
    url = `${project}/merge_requests`;
  });
  const member = (level = 30): Promise<TestUser> => createMember(owner.api, project, level);
  let branches = 0;
  /** Opens a request from a new branch. */
  async function open(as: ApiClient, fields: Record<string, unknown> = {}) {
    const source_branch = `topic-${++branches}`;
    const head = await commitFile(owner.api, project, {
      branch: source_branch,
      path: `${source_branch}.txt`,
      content: source_branch,
      start_branch: 'main',
    });
    const request = await createMergeRequest(as, project, { source_branch, ...fields });
    return Object.assign(request, { head, branch: source_branch, at: `${url}/${request.iid}` });
  }
  const pending = async (user: TestUser, count: number) =>
    (
      await waitFor(
        () => user.api.get('/todos'),
        ({ body }) => body.length === count,
      )
    ).body;

  describe('POST /projects/:id/merge_requests/:merge_request_iid/todo', () => {
    it('creates one todo until it is done', async () => {
      const reporter = await member(20);
      const request = await open(owner.api);
      const { status, body } = await reporter.api.post(`${request.at}/todo`);
      expect({ status, body }).toMatchObject({
        status: 201,
        body: {
          action_name: 'marked',
          target_type: 'MergeRequest',
          state: 'pending',
          body: request['title'],
          author: { id: reporter.id },
          project: { id: request['project_id'] },
          target: { id: request.id, iid: request.iid, state: 'opened' },
          target_url: request['web_url'],
        },
      });
      expect(await reporter.api.post(`${request.at}/todo`)).toMatchObject({ status: 304, body: undefined });
      expect((await reporter.api.get('/todos?type=MergeRequest')).body).toEqual([body]);
      await reporter.api.post(`/todos/${body.id}/mark_as_done`);
      expect((await reporter.api.post(`${request.at}/todo`)).status).toBe(201);
    });

    it('is refused if the caller may not read the target', async () => {
      const request = await open(owner.api);
      expect((await (await createUser()).api.post(`${request.at}/todo`)).status).toBe(404);
      expect((await (await member(10)).api.post(`${request.at}/todo`)).status).toBe(403);
      expect((await owner.api.post(`${url}/999999/todo`)).status).toBe(404);
      const archived = await createProject(owner.api);
      await owner.api.post(`/projects/${archived.id}/archive`);
      expect((await owner.api.post(`/projects/${archived.id}/merge_requests/1/todo`)).status).toBe(403);
    });
  });

  it('are created for assignees and mentioned users who may read it', async () => {
    const [assigned, addressed, named, guest] = [await member(), await member(20), await member(20), await member(10)];
    const description = `@${addressed.username} asks @${named.username} and @${guest.username}`;
    await open(owner.api, { assignee_ids: [assigned.id], description });
    expect(await pending(assigned, 1)).toMatchObject([{ action_name: 'assigned', author: { id: owner.id } }]);
    expect(await pending(addressed, 1)).toMatchObject([{ action_name: 'directly_addressed' }]);
    expect(await pending(named, 1)).toMatchObject([{ action_name: 'mentioned' }]);
    expect((await guest.api.get('/todos')).body).toEqual([]);
  });

  it('are created for reviewers', async () => {
    const [first, later] = [await member(), await member()];
    const request = await open(owner.api, { reviewer_ids: [first.id] });
    expect(await pending(first, 1)).toMatchObject([{ action_name: 'review_requested', author: { id: owner.id } }]);
    await owner.api.put(request.at, { reviewer_ids: [first.id, later.id] });
    await pending(later, 1);
    expect((await later.api.get('/todos?action=review_requested')).body).toHaveLength(1);
  });

  it('are created by notes; edited ones only notify newly mentioned users', async () => {
    const [first, second] = [await member(), await member()];
    const request = await open(owner.api);
    const { body: note } = await owner.api.post(`${request.at}/notes`, { body: `see @${first.username}` });
    const [todo] = await pending(first, 1);
    expect(todo).toMatchObject({ action_name: 'mentioned', body: `see @${first.username}` });
    expect(todo.target_url).toBe(`${String(request['web_url'])}#note_${note.id}`);
    await first.api.post(`/todos/${todo.id}/mark_as_done`);
    await owner.api.put(`${request.at}/notes/${note.id}`, { body: `see @${first.username}, @${second.username}` });
    await pending(second, 1);
    expect((await first.api.get('/todos')).body).toEqual([]);
  });

  it('are resolved for users who comment, react, push, approve, mark them as done or merge', async () => {
    const user = await member();
    const request = await open(owner.api);
    const acts: (() => Promise<unknown>)[] = [
      () => user.api.post(`${request.at}/notes`, { body: 'Mine' }),
      () => user.api.post(`${request.at}/award_emoji`, { name: 'thumbsup' }),
      () => commitFile(user.api, project, { branch: request.branch, path: 'more.txt', content: 'more' }),
      () => user.api.post(`${request.at}/approve`),
      () => user.api.post(`${request.at}/notes`, { body: '/done' }),
    ];
    for (const act of acts) {
      expect((await user.api.post(`${request.at}/todo`)).status).toBe(201);
      await act();
      await pending(user, 0);
    }
    await owner.api.post(`${request.at}/todo`);
    await user.api.post(`${request.at}/notes`, { body: '/todo' });
    expect((await owner.api.put(`${request.at}/merge`, {})).body.state).toBe('merged');
    await waitFor(
      () => owner.api.get('/todos?type=MergeRequest&state=done'),
      ({ body }) => body.some(({ target }: { target: { id: number } }) => target.id === request.id),
    );
    expect((await user.api.get('/todos')).body).toHaveLength(1);
  });

  it('are created once for the approvers of each rule', async () => {
    const [approver, later] = [await member(), await member()];
    const request = await open(owner.api);
    const rules = `${request.at}/approval_rules`;
    await owner.api.post(rules, { name: 'one', approvals_required: 1, user_ids: [approver.id] });
    const [todo] = await pending(approver, 1);
    expect(todo).toMatchObject({ action_name: 'approval_required', author: { id: owner.id } });
    await approver.api.post(`/todos/${todo.id}/mark_as_done`);
    await owner.api.post(rules, { name: 'two', approvals_required: 1, user_ids: [approver.id, later.id] });
    await pending(later, 1);
    expect((await approver.api.get('/todos')).body).toEqual([]);
    expect((await later.api.get('/todos?action=approval_required')).body).toHaveLength(1);
  });

  it('are created for the author and the user who scheduled a merge when conflicts appear', async () => {
    const [author, merger] = [await member(), await member(40)];
    const request = await open(author.api);
    const status = { state: 'running', ref: request.branch };
    await owner.api.post(`${project}/statuses/${request.head}`, status);
    const wish = { merge_when_pipeline_succeeds: true };
    expect((await merger.api.put(`${request.at}/merge`, wish)).status).toBe(200);
    const path = `${request.branch}.txt`;
    await commitFile(owner.api, project, { branch: 'main', path, content: 'something else' });
    for (const user of [author, merger]) {
      expect(await pending(user, 1)).toMatchObject([
        {
          action_name: 'unmergeable',
          target_type: 'MergeRequest',
          state: 'pending',
          body: request['title'],
          author: { id: user.id },
          target: { id: request.id, merge_status: 'cannot_be_merged' },
        },
      ]);
    }
    expect((await owner.api.get('/todos?action=unmergeable')).body).toEqual([]);
    expect((await author.api.get('/todos?action=unmergeable')).body).toHaveLength(1);
  });

  it('are created for the author when the pipeline of the newest commit fails', async () => {
    const author = await member();
    const request = await open(author.api);
    await owner.api.post(`${project}/statuses/${request.head}`, { state: 'failed', ref: request.branch });
    expect(await pending(author, 1)).toMatchObject([
      { action_name: 'build_failed', author: { id: author.id }, target: { id: request.id } },
    ]);
  });
});

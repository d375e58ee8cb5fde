/**
 * Review of a contribution from a fork: threads are resolved, it is approved, a push resets the
 * approval, and it is squashed into one commit.
 */
import { createUser, waitFor, createProject, addMember, type ApiClient, type TestUser } from '@forgemesh/testing';

describe('a review', () => {
  let [owner, reviewer, contributor] = [] as unknown as [TestUser, TestUser, TestUser];
  let project: string;
  let fork: string;
  let request: string;
  let head: string;

  beforeAll(async () => {
    [owner, reviewer, contributor] = await Promise.all([createUser(), createUser(), createUser()]);
    project = `/projects/${(await createProject(owner.api, { visibility: 'public' })).id}`;
    await commit(owner.api, project, { branch: 'main' }, 'README.md');
    await addMember(owner.api, project, reviewer, 30);
    await owner.api.put(project, { only_allow_merge_if_all_discussions_are_resolved: true });
    const rule = { name: 'reviewers', approvals_required: 1, user_ids: [reviewer.id] };
    expect((await owner.api.post(`${project}/approval_rules`, rule)).status).toBe(201);
  });

  async function commit(as: ApiClient, at: string, place: { branch: string; start_branch?: string }, path: string) {
    const fields = {
      commit_message: `Add ${path}`,
      actions: [{ action: 'create', file_path: path, content: 'text\n' }],
    };
    const { status, body } = await as.post(`${at}/repository/commits`, { ...place, ...fields });
    expect(status).toBe(201);
    return body.id as string;
  }
  const merge = (fields: object = {}) => owner.api.put(`${request}/merge`, fields);

  it('starts with a merge request from a fork, which waits for its reviewer', async () => {
    const forked = await contributor.api.post(`${project}/fork`);
    expect(forked.status).toBe(201);
    fork = `/projects/${forked.body.id}`;
    head = await commit(contributor.api, fork, { branch: 'patch', start_branch: 'main' }, 'one.txt');
    const made = await contributor.api.post(`${fork}/merge_requests`, {
      source_branch: 'patch',
      target_branch: 'main',
      target_project_id: project.split('/')[2],
      title: 'Add what is missing',
    });
    expect(made).toMatchObject({ status: 201, body: { sha: head, merge_status: 'can_be_merged' } });
    request = `${project}/merge_requests/${made.body.iid}`;
    await waitFor(
      () => reviewer.api.get('/todos?action=approval_required'),
      ({ body }) => body.length === 1,
    );
    expect((await merge()).status).toBe(406);
  });

  it('is blocked by a thread until it is resolved', async () => {
    const { body: shown } = await reviewer.api.get(request);
    const position = { ...shown.diff_refs, position_type: 'text', new_path: 'one.txt', new_line: 1 };
    const opened = await reviewer.api.post(`${request}/discussions`, { body: 'Why?', position });
    expect(opened.status).toBe(201);
    expect((await reviewer.api.post(`${request}/approve`, { sha: head })).body).toMatchObject({ approved: true });
    expect((await merge()).status).toBe(405);
    const thread = `${request}/discussions/${opened.body.id}`;
    await contributor.api.post(`${thread}/notes`, { body: 'Because.' });
    expect((await reviewer.api.put(thread, { resolved: true })).status).toBe(200);
    expect((await owner.api.get(request)).body).toMatchObject({ blocking_discussions_resolved: true });
  });

  it('is reset by other commits', async () => {
    head = await commit(contributor.api, fork, { branch: 'patch' }, 'two.txt');
    expect((await owner.api.get(`${request}/approvals`)).body).toMatchObject({ approved: false, approved_by: [] });
    expect((await merge({ sha: head })).status).toBe(406);
    expect((await contributor.api.post(`${request}/approve`)).status).toBe(401);
    expect((await reviewer.api.post(`${request}/approve`, { sha: head })).status).toBe(201);
  });

  it('becomes one commit, which refers to its merge request', async () => {
    const { status, body } = await merge({ squash: true, sha: head });
    expect({ status, body }).toMatchObject({ status: 200, body: { state: 'merged', merged_by: { id: owner.id } } });
    const { body: squashed } = await owner.api.get(`${project}/repository/commits/${body.squash_commit_sha}`);
    expect(squashed).toMatchObject({ title: 'Add what is missing', author_name: expect.stringContaining('Name of') });
    const { body: requests } = await owner.api.get(
      `${project}/repository/commits/${body.squash_commit_sha}/merge_requests`,
    );
    expect(requests).toMatchObject([{ iid: body.iid, state: 'merged' }]);
    const { body: tree } = await owner.api.get(`${project}/repository/tree`);
    expect(tree.map(({ path }: { path: string }) => path).sort()).toEqual(['README.md', 'one.txt', 'two.txt']);
  });
});

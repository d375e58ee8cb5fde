/** An assistant works on issues and merge requests through an MCP server. */
import { createUser, mesh, unique, type TestUser } from '@forgemesh/testing';
import { startMcpGitlab, type McpGitlab } from '../support/clients/mcp-gitlab';

interface Item {
  iid: string;
  [field: string]: unknown;
}

describe('@zereight/mcp-gitlab', () => {
  let user: TestUser;
  let server: McpGitlab;
  let project: string;

  beforeAll(async () => {
    user = await createUser();
    server = await startMcpGitlab(mesh().url, user.token);
    project = String((await user.api.post('/projects', { name: unique('assisted') })).body.id);
    await commit({ branch: 'main' }, 'create', 'one\n');
    await commit({ branch: 'topic', start_branch: 'main' }, 'update', 'two\n');
  });
  afterAll(() => server?.close());

  async function commit(where: object, action: string, content: string): Promise<void> {
    const actions = [{ action, file_path: 'a.txt', content }];
    const body = { ...where, commit_message: action, actions };
    expect((await user.api.post(`/projects/${project}/repository/commits`, body)).status).toBe(201);
  }

  const call = <T>(tool: string, args: object): Promise<T> =>
    server.call(tool, { project_id: project, ...args }) as Promise<T>;

  it('creates, finds, changes and discusses an issue', async () => {
    const made = await call<Item>('create_issue', { title: 'Broken', description: 'Look', labels: ['bug'] });
    expect(made).toMatchObject({ title: 'Broken', labels: ['bug'], state: 'opened' });
    const issue_iid = String(made.iid);
    const listed = await call<unknown>('list_issues', { state: 'opened', search: 'broken' });
    expect(JSON.stringify(listed)).toContain('"title":"Broken"');
    await call('create_note', { noteable_type: 'issue', noteable_iid: issue_iid, body: 'I see' });
    await call('update_issue', { issue_iid, state_event: 'close' });
    expect(await call<Item>('get_issue', { issue_iid })).toMatchObject({ state: 'closed' });
    const { body } = await user.api.get(`/projects/${project}/issues/${issue_iid}/notes?sort=asc`);
    expect(body.map((note: { body: string }) => note.body)).toEqual(['I see', 'closed']);
  });

  it('opens a merge request, reads it, comments on it and merges it', async () => {
    const made = await call<Item>('create_merge_request', {
      title: 'Two',
      source_branch: 'topic',
      target_branch: 'main',
    });
    const merge_request_iid = String(made.iid);
    const listed = await call<unknown>('list_merge_requests', { state: 'opened' });
    expect(JSON.stringify(listed)).toContain('"source_branch":"topic"');
    const diffs = await call<unknown>('get_merge_request_diffs', { merge_request_iid });
    expect(JSON.stringify(diffs)).toContain('+two');
    await call('create_note', { noteable_type: 'merge_request', noteable_iid: merge_request_iid, body: 'Fine' });
    const shown = await call<Item>('get_merge_request', { merge_request_iid });
    expect(shown).toMatchObject({ state: 'opened', source_branch: 'topic' });
    await call('merge_merge_request', { merge_request_iid });
    expect((await user.api.get(`/projects/${project}/merge_requests/${merge_request_iid}`)).body).toMatchObject({
      state: 'merged',
      user_notes_count: 1,
    });
  });

  it('shows why a request is refused', async () => {
    await expect(call('get_issue', { issue_iid: '999' })).rejects.toThrow('404');
  });
});

import { CodeOwnerServiceDefinition } from '@forgemesh/proto/repository/v1/code_owner';
import { CommitterServiceDefinition } from '@forgemesh/proto/repository/v1/committer';
import { asRoot, commitFiles, meshCaller } from '@forgemesh/testing';
import { createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();
const caller = meshCaller();
afterAll(() => caller.close());

describe('the changes of a merge request', () => {
  const codeOwners = caller.client(CodeOwnerServiceDefinition, 'repository');
  let project: TestRepository;
  let base: string;
  let head: string;
  beforeAll(async () => {
    project = await createRepository({ CODEOWNERS: '*.md @ann\n' });
    base = await commit('main', { 'README.md': 'Hello' });
    head = await commit('feature', { 'a.txt': 'a' });
  });

  async function commit(branch: string, files: Record<string, string>): Promise<string> {
    const from = branch === 'main' ? {} : { start_branch: 'main' };
    return (await commitFiles(root, `/projects/${project.id}`, files, { branch, ...from })).id;
  }
  /** Moves the CODEOWNERS file in a new branch. */
  async function moveFile(branch: string, path: string, content: string): Promise<void> {
    const actions = [{ action: 'move', file_path: path, previous_path: 'CODEOWNERS', content }];
    const fields = { branch, start_branch: 'main', commit_message: 'Move the file', actions };
    expect((await root.post(`${project.repository}/commits`, fields)).status).toBe(201);
  }
  const entriesOf = (branch: string, changes: { base_sha?: string; head_sha?: string } = {}) =>
    codeOwners.listCodeOwnerEntries({
      project_id: project.id,
      storage: 'default',
      branch,
      base_sha: base,
      head_sha: head,
      ...changes,
    });

  it('have an owner for each section of the file in .gitlab, of which some are optional', async () => {
    await moveFile('sections', '.gitlab/CODEOWNERS', '^[Style] @ann\n*\n[Both][2] @ann @ben\n*\n');
    expect((await entriesOf('sections')).entries).toEqual([
      { section: 'Style', pattern: '*', is_optional: true, approvals_required: 1, names: ['ann'], emails: [] },
      { section: 'Both', pattern: '*', is_optional: false, approvals_required: 2, names: ['ann', 'ben'], emails: [] },
    ]);
  });

  it('need the approval of owners only if the protection of the target requires it', async () => {
    const protection = `/projects/${project.id}/protected_branches/main`;
    expect(await entriesOf('main')).toMatchObject({ approval_required: false });
    expect((await root.patch(protection, { code_owner_approval_required: true })).status).toBe(200);
    expect(await entriesOf('main')).toMatchObject({ approval_required: true });
    expect(await entriesOf('sections')).toMatchObject({ approval_required: false });
  });

  it('have the owners in the file of the target branch, not of the source', async () => {
    const source = await commit('take-over', { 'b.txt': 'b' });
    const update = { branch: 'take-over', commit_message: 'Take over', content: '* @ben' };
    expect((await root.put(`${project.repository}/files/CODEOWNERS`, update)).status).toBe(200);
    const { body } = await root.get(`${project.repository}/branches/take-over`);
    expect(await entriesOf('main', { head_sha: source })).toMatchObject({ entries: [] });
    expect(await entriesOf('main', { head_sha: body.commit.id })).toMatchObject({ entries: [] });
    expect(await entriesOf('take-over', { head_sha: body.commit.id })).toMatchObject({ entries: [{ names: ['ben'] }] });
  });

  it('have the file in docs if there is no other', async () => {
    await moveFile('documented', 'docs/CODEOWNERS', '* @ann');
    expect(await entriesOf('documented')).toMatchObject({ entries: [{ pattern: '*', names: ['ann'] }] });
  });

  it('have the addresses of authors and committers', async () => {
    const fields = { branch: 'written', start_branch: 'main', commit_message: 'Write', author_email: 'a@example.com' };
    const actions = [{ action: 'create', file_path: 'c.txt', content: 'c' }];
    const { body } = await root.post(`${project.repository}/commits`, { ...fields, actions });
    expect(body).toMatchObject({ author_email: 'a@example.com' });
    const committers = caller.client(CommitterServiceDefinition, 'repository');
    const { emails } = await committers.listCommitterEmails({
      project_id: project.id,
      storage: 'default',
      base_sha: base,
      head_sha: String(body.id),
    });
    expect(emails).toEqual([...new Set(['a@example.com', body.committer_email])]);
  });
});

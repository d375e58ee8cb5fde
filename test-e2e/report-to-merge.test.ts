/**
 * The life of a bug report: discussed with references and quick actions, fixed with real git,
 * closed by a merge, and rendered for readers.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser, waitFor, mesh, createProject, type TestUser } from '@forgemesh/testing';
import { cloneUrl, git, temporaryFolder } from './support/git';

describe('a report closed by a merge', () => {
  let maintainer: TestUser;
  let reporter: TestUser;
  let project: { id: number; path_with_namespace: string };
  let path: string;
  let work: string;
  let issue: { iid: number };
  let request: { iid: number };

  beforeAll(async () => {
    [maintainer, reporter] = await Promise.all([createUser(), createUser()]);
    project = await createProject(maintainer.api, { visibility: 'public' });
    path = `/projects/${project.id}`;
    work = temporaryFolder('report');
    await git(work, 'init', '-q', '-b', 'main');
    await push('one', 'Begin', 'main');
  });

  async function push(name: string, message: string, branch: string): Promise<string> {
    writeFileSync(join(work, name), `${name}\n`);
    await git(work, 'add', '-A');
    await git(work, 'commit', '-q', '-m', message);
    await git(work, 'push', '-q', cloneUrl(mesh().url, project.path_with_namespace, maintainer.token), branch);
    return (await git(work, 'rev-parse', 'HEAD')).trim();
  }

  const notesOf = async (as: TestUser): Promise<string[]> =>
    (await as.api.get(`${path}/issues/${issue.iid}/notes?sort=asc`)).body.map(({ body }: { body: string }) => body);

  it('is reported by a user, and planned by a maintainer in a note', async () => {
    await maintainer.api.post(`${path}/labels`, { name: 'bug', color: '#ff0000' });
    const made = await reporter.api.post(`${path}/issues`, { title: 'It breaks', description: 'See\n/label ~bug' });
    expect(made).toMatchObject({ status: 201, body: { description: 'See', labels: [] } });
    issue = made.body;
    const note = await maintainer.api.post(`${path}/issues/${issue.iid}/notes`, {
      body: `Thanks, @${reporter.username}\n/label ~bug\n/assign me`,
    });
    expect(note.body.body).toBe(`Thanks, @${reporter.username}`);
    const { body } = await reporter.api.get(`${path}/issues/${issue.iid}`);
    expect(body).toMatchObject({ labels: ['bug'], assignees: [{ id: maintainer.id }] });
    const todos = await waitFor(
      async () => (await reporter.api.get('/todos')).body as { action_name: string; target: { iid: number } }[],
      (found) => found.length > 0,
    );
    expect(todos).toMatchObject([{ action_name: 'mentioned', target: { iid: issue.iid } }]);
  });

  it('is referenced by a commit and a merge request, which it lists', async () => {
    await git(work, 'checkout', '-q', '-b', 'mend');
    const sha = await push('two', `Mend it\n\nFixes #${issue.iid}`, 'mend');
    const branches = { source_branch: 'mend', target_branch: 'main' };
    const made = await maintainer.api.post(`${path}/merge_requests`, { title: 'Mend', ...branches });
    request = made.body;
    const closes = await reporter.api.get(`${path}/merge_requests/${request.iid}/closes_issues`);
    expect(closes.body).toMatchObject([{ iid: issue.iid, state: 'opened' }]);
    await waitFor(
      async () => (await reporter.api.get(`${path}/issues/${issue.iid}/closed_by`)).body as unknown[],
      (found) => found.length === 1,
    );
    const notes = await waitFor(
      () => notesOf(reporter),
      (found) => found.some((text) => text.startsWith('mentioned in')),
    );
    expect(notes).toContain(`mentioned in ${sha}`);
  });

  it('is closed by the merge', async () => {
    const merged = await maintainer.api.put(`${path}/merge_requests/${request.iid}/merge`);
    expect(merged).toMatchObject({ status: 200, body: { state: 'merged' } });
    const { body } = await reporter.api.get(`${path}/issues/${issue.iid}`);
    expect(body).toMatchObject({ state: 'closed', closed_by: { id: maintainer.id }, merge_requests_count: 1 });
    expect(await notesOf(reporter)).toContain(`closed via merge request !${request.iid}`);
    await git(work, 'checkout', '-q', 'main');
    await git(work, 'pull', '-q', cloneUrl(mesh().url, project.path_with_namespace, maintainer.token), 'main');
    expect(await git(work, 'log', '-1', '--format=%B')).toContain(`Closes #${issue.iid}\n`);
  });

  it('is a link for authorized readers, and plain text for others', async () => {
    const secret = await maintainer.api.post(`${path}/issues`, { title: 'Secret', confidential: true });
    const text = `Fixed #${issue.iid}, not #${secret.body.iid as number}`;
    const rendered = async (as: TestUser): Promise<string> =>
      (await as.api.post('/markdown', { text, gfm: true, project: project.id })).body.html as string;
    expect(await rendered(reporter)).toMatch(
      new RegExp(
        `Fixed <a href="[^"]*/-/issues/${issue.iid}"[^>]*>#${issue.iid} \\(closed\\)</a>, not #${secret.body.iid as number}<`,
      ),
    );
    expect(await rendered(maintainer)).toContain(`>#${secret.body.iid as number}</a>`);
  });
});

import { api, asRoot, commitFiles, borrowUser, borrowMember } from '@forgemesh/testing';
import { createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();

async function titles(project: TestRepository, query = ''): Promise<string[]> {
  const { status, body } = await root.get(`${project.repository}/commits${query}`);
  expect(status).toBe(200);
  return body.map(({ title }: { title: string }) => title);
}

describe('GET /projects/:id/repository/commits', () => {
  let project: TestRepository;
  beforeAll(async () => {
    project = await createRepository({ 'a/one': '1' });
    await commitFiles(root, `/projects/${project.id}`, { 'b/two': '2\n3\n' }, { commit_message: 'Second' });
    await commitFiles(root, `/projects/${project.id}`, { 'a/three': '3' }, { commit_message: 'Third' });
    await commitFiles(
      root,
      `/projects/${project.id}`,
      { side: 's' },
      { commit_message: 'Side', branch: 'side', start_branch: 'main' },
    );
  });

  it('lists the default branch, newest first, and pages', async () => {
    expect(await titles(project)).toEqual(['Third', 'Second', 'First']);
    const page = await root.get(`${project.repository}/commits?per_page=2&page=2`);
    expect(page.body).toHaveLength(1);
    expect(page.headers.get('x-total')).toBe('3');
    expect(page.headers.get('x-total-pages')).toBe('2');
    expect(page.headers.get('x-next-page')).toBe('');
    expect(await titles(project, '?page=9')).toEqual([]);
  });

  it('accepts branches, commits and ranges', async () => {
    const { body } = await root.get(`${project.repository}/commits`);
    expect(await titles(project, '?ref_name=side')).toEqual(['Side', 'Third', 'Second', 'First']);
    expect(await titles(project, `?ref_name=${body[1].id}`)).toEqual(['Second', 'First']);
    expect(await titles(project, '?ref_name=main..side')).toEqual(['Side']);
    expect(await titles(project, '?ref_name=side...main')).toEqual(['Side']);
    expect(await titles(project, '?ref_name=HEAD')).toHaveLength(3);
    expect(await titles(project, '?ref_name=')).toHaveLength(3);
    expect(await titles(project, '?all=true&ref_name=none')).toHaveLength(4);
  });

  it.each(['none', '-x', '--all', 'main..none', 'a%0Ab', 'main%5E', 'a/../b'])('finds nothing for %s', async (ref) => {
    const { status, body, headers } = await root.get(`${project.repository}/commits?ref_name=${ref}`);
    expect([status, body, headers.get('x-total')]).toEqual([200, [], '0']);
  });

  it('filters by path and date', async () => {
    expect(await titles(project, '?path=a')).toEqual(['Third', 'First']);
    expect(await titles(project, '?path=b/two')).toEqual(['Second']);
    expect(await titles(project, '?path=../a')).toEqual([]);
    expect(await titles(project, '?since=2100-01-01T00:00:00Z')).toEqual([]);
    expect(await titles(project, '?until=2100-01-01T00:00:00Z')).toHaveLength(3);
    expect(await titles(project, '?first_parent=true')).toHaveLength(3);
    expect((await root.get(`${project.repository}/commits?since=soon`)).status).toBe(400);
  });

  it('counts lines on request', async () => {
    const { body } = await root.get(`${project.repository}/commits?with_stats=true`);
    expect(body[1].stats).toEqual({ additions: 2, deletions: 0, total: 2 });
    expect((await root.get(`${project.repository}/commits`)).body[1].stats).toBeUndefined();
  });

  it('is empty for an empty repository', async () => {
    expect(await titles(await createEmptyRepository())).toEqual([]);
  });

  it('hides a private project, and its code from guests', async () => {
    const [guest, reporter, nonMember] = [
      await borrowMember(root, `/projects/${project.id}`, 10),
      await borrowMember(root, `/projects/${project.id}`, 20),
      await borrowUser(),
    ];
    const path = `${project.repository}/commits`;
    expect((await api().get(path)).status).toBe(404);
    expect((await nonMember.api.get(path)).status).toBe(404);
    expect((await guest.api.get(path)).status).toBe(403);
    expect((await reporter.api.get(path)).status).toBe(200);
    const open = await createEmptyRepository({ visibility: 'public' });
    expect((await api().get(`${open.repository}/commits`)).status).toBe(200);
  });
});

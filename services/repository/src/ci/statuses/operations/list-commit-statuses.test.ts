import { api, asRoot, commitFiles, borrowUser, borrowMember } from '@forgemesh/testing';
import { expectStatus, createRepository } from '#testing/fixtures';

interface Listed {
  id: number;
  name: string;
  status: string;
  ref: string;
}

async function createStatuses() {
  const project = await createRepository();
  const [{ id: sha }] = expectStatus(await asRoot().get(`${project.repository}/commits`), 200);
  const set = async (fields: object): Promise<void> => {
    expectStatus(await asRoot().post(`/projects/${project.id}/statuses/${sha}`, fields), 201);
  };
  const path = `${project.repository}/commits/${sha}/statuses`;
  const list = async (query = ''): Promise<Listed[]> => expectStatus(await asRoot().get(`${path}${query}`), 200);
  return { project, sha, set, path, list };
}

const shown = (statuses: Listed[]): string[] => statuses.map(({ name, status }) => `${name} ${status}`);

describe('GET /projects/:id/repository/commits/:sha/statuses', () => {
  it('lists the latest status of each name, or all', async () => {
    const { set, list } = await createStatuses();
    await set({ state: 'failed', name: 'build' });
    await set({ state: 'success', name: 'lint' });
    await set({ state: 'success', name: 'build' });
    expect(shown(await list())).toEqual(['lint success', 'build success']);
    expect(shown(await list('?all=true'))).toEqual(['build failed', 'lint success', 'build success']);
  });

  it('filters by name, stage and ref', async () => {
    const { set, list } = await createStatuses();
    await set({ state: 'success', name: 'build' });
    await set({ state: 'failed', name: 'lint' });
    await set({ state: 'running', name: 'deploy', ref: 'feature' });
    expect(shown(await list('?name=lint'))).toEqual(['lint failed']);
    expect(shown(await list('?stage=external'))).toEqual(['build success', 'lint failed']);
    expect(await list('?stage=test')).toEqual([]);
    expect(shown(await list('?ref=feature'))).toEqual(['deploy running']);
    expect(shown(await list())).toEqual(['build success', 'lint failed']);
  });

  it('lists the statuses of a commit of another branch without naming it', async () => {
    const { project } = await createStatuses();
    const { id } = await commitFiles(
      asRoot(),
      `/projects/${project.id}`,
      { 'b.txt': 'b' },
      { branch: 'feature', start_branch: 'main' },
    );
    expectStatus(await asRoot().post(`/projects/${project.id}/statuses/${id}`, { state: 'pending' }), 201);
    const listed = expectStatus(await asRoot().get(`${project.repository}/commits/${id}/statuses`), 200);
    expect(listed).toMatchObject([{ name: 'default', ref: 'feature', status: 'pending' }]);
  });

  it('is paginated', async () => {
    const { set, path } = await createStatuses();
    for (const name of ['a', 'b', 'c']) await set({ state: 'success', name });
    const response = await asRoot().get(`${path}?per_page=2&page=2`);
    expect(shown(response.body)).toEqual(['c success']);
    expect(response.headers.get('x-total')).toBe('3');
    expect(response.headers.get('x-prev-page')).toBe('1');
  });

  it('returns no status for an unknown commit', async () => {
    const { project } = await createStatuses();
    const unknown = await asRoot().get(`${project.repository}/commits/${'1'.repeat(40)}/statuses`);
    expect([unknown.status, unknown.body]).toEqual([404, { message: '404 Commit Not Found' }]);
  });

  it('requires access to the code', async () => {
    const { project, set, path } = await createStatuses();
    await set({ state: 'success' });
    const [guest, reporter, nonMember] = [
      await borrowMember(asRoot(), `/projects/${project.id}`, 10),
      await borrowMember(asRoot(), `/projects/${project.id}`, 20),
      await borrowUser(),
    ];
    expect((await guest.api.get(path)).status).toBe(403);
    expect((await reporter.api.get(path)).status).toBe(200);
    expect((await nonMember.api.get(path)).status).toBe(404);
    expectStatus(await asRoot().put(`/projects/${project.id}`, { visibility: 'public' }), 200);
    expect((await api().get(path)).body).toHaveLength(1);
  });
});

import { api, asRoot, commitFiles, borrowMember, borrowUser } from '@forgemesh/testing';
import { expectStatus, createEmptyRepository, createRepository } from '#testing/fixtures';

describe('GET /projects/:id/languages', () => {
  it('returns the shares of the default branch, and those of its next commit', async () => {
    const project = await createRepository({ 'a.rb': 'x'.repeat(75), 'b.js': 'y'.repeat(25), 'README.md': 'Hello' });
    const path = `/projects/${project.id}/languages`;
    const first = await asRoot().get(path);
    expect(first.status).toBe(200);
    expect(Object.entries(first.body)).toEqual([
      ['Ruby', 75],
      ['JavaScript', 25],
    ]);
    await commitFiles(asRoot(), `/projects/${project.id}`, { 'c.go': 'z'.repeat(100), 'vendor/d.go': 'z'.repeat(900) });
    expect(expectStatus(await asRoot().get(path), 200)).toEqual({ Go: 50, Ruby: 37.5, JavaScript: 12.5 });
    await commitFiles(
      asRoot(),
      `/projects/${project.id}`,
      { 'e.py': 'p' },
      { branch: 'feature', start_branch: 'main' },
    );
    expect(expectStatus(await asRoot().get(path), 200)).not.toHaveProperty('Python');
  });

  it('is empty without code', async () => {
    const empty = await createEmptyRepository();
    expect(expectStatus(await asRoot().get(`/projects/${empty.id}/languages`), 200)).toEqual({});
    const prose = await createRepository({ 'README.md': 'Hello' });
    expect(expectStatus(await asRoot().get(`/projects/${prose.id}/languages`), 200)).toEqual({});
  });

  it('requires access to the code', async () => {
    const project = await createRepository({ 'a.rb': 'puts 1' });
    const path = `/projects/${project.id}/languages`;
    expect((await (await borrowUser()).api.get(path)).status).toBe(404);
    const guest = await borrowMember(asRoot(), `/projects/${project.id}`, 10);
    expect((await guest.api.get(path)).status).toBe(403);
    expect((await (await borrowMember(asRoot(), `/projects/${project.id}`, 20)).api.get(path)).body).toEqual({
      Ruby: 100,
    });
    expectStatus(await asRoot().put(`/projects/${project.id}`, { visibility: 'public' }), 200);
    expect((await api().get(path)).body).toEqual({ Ruby: 100 });
    expectStatus(await asRoot().put(`/projects/${project.id}`, { repository_access_level: 'private' }), 200);
    expect((await api().get(path)).status).toBe(403);
    expect((await guest.api.get(path)).status).toBe(403);
  });
});

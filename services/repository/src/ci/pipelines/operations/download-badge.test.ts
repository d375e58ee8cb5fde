import { asRoot, getPage, mesh, createMember } from '@forgemesh/testing';
import { createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();

describe('GET /:id/badges/:ref/pipeline.svg and coverage.svg', () => {
  let project: TestRepository;
  let page: string;
  let sha: string;
  beforeAll(async () => {
    project = await createRepository();
    page = `/${project.path_with_namespace}`;
    await root.put(`/projects/${project.id}`, { visibility: 'public' });
    await root.post(`${project.repository}/branches`, { branch: 'feature/x', ref: 'main' });
    sha = (await root.get(`${project.repository}/commits/main`)).body.id;
  });

  const labelOf = async (path: string): Promise<string | undefined> => {
    const { status, text } = await getPage(path);
    expect([path, status]).toEqual([path, 200]);
    return /aria-label="([^"]*)"/.exec(text)?.[1];
  };

  it('show the newest pipeline of a ref', async () => {
    expect(await labelOf(`${page}/badges/main/pipeline.svg`)).toBe('pipeline: unknown');
    expect(await labelOf(`${page}/badges/main/coverage.svg`)).toBe('coverage: unknown');
    const set = (fields: object) => root.post(`/projects/${project.id}/statuses/${sha}`, fields);
    expect((await set({ state: 'success', ref: 'main', coverage: 87.5 })).status).toBe(201);
    expect((await set({ state: 'failed', ref: 'feature/x' })).status).toBe(201);
    expect(await labelOf(`${page}/badges/main/pipeline.svg`)).toBe('pipeline: passed');
    expect(await labelOf(`${page}/-/badges/main/coverage.svg`)).toBe('coverage: 87.50%');
    expect(await labelOf(`${page}/-/badges/feature/x/pipeline.svg`)).toBe('pipeline: failed');
    expect(await labelOf(`${page}/badges/feature%2Fx/coverage.svg?job=test`)).toBe('coverage: unknown');
    expect(await labelOf(`${page}/badges/none/pipeline.svg`)).toBe('pipeline: unknown');
  });

  it('are images that run nothing and are not cached', async () => {
    const { headers, text } = await getPage(`${page}/badges/main/pipeline.svg`);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^]*<\/svg>\n$/);
  });

  it('follow the rights on pipelines', async () => {
    const hidden = await createRepository();
    const path = `/${hidden.path_with_namespace}/badges/main/pipeline.svg`;
    const [guest, reporter] = [
      await createMember(root, `/projects/${hidden.id}`, 10),
      await createMember(root, `/projects/${hidden.id}`, 20),
    ];
    expect((await getPage(path)).status).toBe(404);
    const expected = (await guest.api.get(`/projects/${hidden.id}/pipelines`)).status;
    expect((await getPage(path, { token: guest.token })).status).toBe(expected);
    expect((await getPage(path, { token: reporter.token })).status).toBe(200);
    expect((await getPage(path, { token: mesh().rootToken })).status).toBe(200);
  });
});

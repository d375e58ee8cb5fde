import { api, asRoot, commitFiles, borrowMember } from '@forgemesh/testing';
import { createEmptyRepository, createRepository } from '#testing/fixtures';

const root = asRoot();
const valid = { status: 'valid', errors: [], warnings: [] };
const content = 'test:\n  script: make\n';

describe('POST /ci/lint', () => {
  it('works without a token', async () => {
    const { status, body } = await api().post('/ci/lint', { content });
    expect([status, body]).toEqual([200, valid]);
  });

  it('reports errors', async () => {
    const { status, body } = await root.post('/ci/lint', { content: '{ "variables": [], "a": { "script": "b" } }' });
    expect([status, body]).toEqual([
      200,
      { status: 'invalid', errors: ['variables config should be a hash of key value pairs'], warnings: [] },
    ]);
    expect((await root.post('/ci/lint', {})).body).toEqual({ error: 'content is missing' });
  });
});

describe('/projects/:id/ci/lint', () => {
  it('checks a given definition, for developers', async () => {
    const project = await createEmptyRepository();
    const path = `/projects/${project.id}/ci/lint`;
    const [reporter, developer] = [
      await borrowMember(root, `/projects/${project.id}`, 20),
      await borrowMember(root, `/projects/${project.id}`, 30),
    ];
    expect(await developer.api.post(path, { content })).toMatchObject({
      status: 200,
      body: { valid: true, errors: [], warnings: [] },
    });
    expect((await developer.api.post(path, { content: 'a: 1' })).body).toMatchObject({
      valid: false,
      errors: ['root config contains unknown keys: a'],
    });
    expect((await reporter.api.post(path, { content })).status).toBe(403);
  });

  it('checks the definition in the repository, for readers of the code', async () => {
    const project = await createRepository();
    const path = `/projects/${project.id}/ci/lint`;
    expect((await root.get(path)).body).toEqual({
      valid: false,
      errors: ['Please provide content of .gitlab-ci.yml'],
      warnings: [],
    });
    await commitFiles(root, `/projects/${project.id}`, { '.gitlab-ci.yml': content });
    expect((await root.get(path)).body).toMatchObject({ valid: true, errors: [] });
    const guest = await borrowMember(root, `/projects/${project.id}`, 10);
    expect((await guest.api.get(path)).status).toBe(403);
    expect(await root.get(`${path}?sha=none`)).toMatchObject({ status: 404 });
    expect(await root.get(`/projects/${(await createEmptyRepository()).id}/ci/lint`)).toMatchObject({ status: 404 });
  });
});

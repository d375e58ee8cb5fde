import { asRoot, createUser, commitFiles, createMember } from '@forgemesh/testing';
import { createEmptyRepository, createRepository, type TestRepository } from '#testing/fixtures';

const root = asRoot();

/** For tests that do not depend on what other branches there are. */
let shared: TestRepository;
beforeAll(async () => {
  shared = await createRepository();
});

async function create(project: TestRepository, branch: string, ref = 'main', as = root) {
  return as.post(`${project.repository}/branches`, { branch, ref });
}

describe('GET /projects/:id/repository/branches', () => {
  it('lists by name, searches and pages', async () => {
    const project = await createRepository();
    for (const name of ['zeta', 'feature/one', 'feature/two']) expect((await create(project, name)).status).toBe(201);
    const names = async (query = '') =>
      (await root.get(`${project.repository}/branches${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['feature/one', 'feature/two', 'main', 'zeta']);
    expect(await names('?search=FEATURE')).toEqual(['feature/one', 'feature/two']);
    expect(await names('?search=^z')).toEqual(['zeta']);
    expect(await names('?per_page=3&page=2')).toEqual(['zeta']);
    expect((await root.get(`${project.repository}/branches?per_page=3`)).headers.get('x-total')).toBe('4');
  });

  it('is empty for an empty repository', async () => {
    const { status, body } = await root.get(`${(await createEmptyRepository()).repository}/branches`);
    expect([status, body]).toEqual([200, []]);
  });
});

describe('GET /projects/:id/repository/branches/:branch', () => {
  it('returns whether it is merged, protected and writable', async () => {
    const project = await createRepository();
    await create(project, 'merged');
    await commitFiles(root, `/projects/${project.id}`, { later: 'l' });
    await commitFiles(root, `/projects/${project.id}`, { own: 'o' }, { branch: 'ahead', start_branch: 'main' });
    const developer = await createMember(root, `/projects/${project.id}`, 30);
    const get = async (name: string, as = root) => (await as.get(`${project.repository}/branches/${name}`)).body;
    expect(await get('main', developer.api)).toMatchObject({
      name: 'main',
      merged: false,
      protected: true,
      developers_can_push: false,
      developers_can_merge: false,
      can_push: false,
      default: true,
      commit: { title: 'A commit' },
    });
    expect(await get('merged')).toMatchObject({ merged: true, protected: false, can_push: true, default: false });
    expect(await get('ahead', developer.api)).toMatchObject({ merged: false, can_push: true });
  });

  it('refuses invalid and missing branches', async () => {
    const { repository } = shared;
    expect((await root.get(`${repository}/branches/none`)).body).toEqual({ message: '404 Branch Not Found' });
    for (const name of ['-x', 'a..b', 'a%0Ab', 'HEAD', 'x.lock', 'a%20b'])
      expect(await root.get(`${repository}/branches/${name}`)).toMatchObject({
        status: 400,
        body: { message: 'The branch refname is invalid' },
      });
  });

  it('supports HEAD', async () => {
    const { repository } = shared;
    expect((await root.head(`${repository}/branches/main`)).status).toBe(204);
    expect((await root.head(`${repository}/branches/none`)).status).toBe(404);
  });
});

describe('POST /projects/:id/repository/branches', () => {
  it('creates a branch from a branch or commit', async () => {
    const project = await createRepository();
    const first = (await root.get(`${project.repository}/commits/main`)).body;
    await commitFiles(root, `/projects/${project.id}`, { second: '2' });
    const created = await create(project, 'dots.and/slash', first.short_id);
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'dots.and/slash', merged: true, commit: { id: first.id } },
    });
    expect((await root.get(`${project.repository}/branches/dots.and%2Fslash`)).status).toBe(200);
  });

  it('refuses invalid requests', async () => {
    const project = shared;
    const message = async (branch: string, ref?: string) => (await create(project, branch, ref)).body.message;
    expect(await message('main')).toBe('Branch already exists');
    expect(await message('a..b')).toBe('Branch name is invalid');
    expect(await message('-x')).toBe('Branch name is invalid');
    expect(await message('main/below')).toBe('Branch name is invalid');
    expect(await message('new', 'none')).toBe('Invalid reference name: none');
    expect(await message('a'.repeat(40))).toBe(
      'You cannot create a branch with a 40-character hexadecimal branch name.',
    );
    expect((await root.post(`${project.repository}/branches`, { branch: 'x' })).body).toEqual({
      error: 'ref is missing',
    });
  });

  it('first creates the default branch of an empty repository', async () => {
    const project = await createEmptyRepository();
    expect((await create(project, 'next', 'master')).status).toBe(201);
    const { body } = await root.get(`${project.repository}/branches/master`);
    expect(body).toMatchObject({ default: true, protected: true, commit: { title: 'Add README.md' } });
    const other = await createEmptyRepository();
    expect(await create(other, 'master', 'master')).toMatchObject({
      status: 201,
      body: { name: 'master', default: true },
    });
  });

  it('requires developers', async () => {
    const project = shared;
    const [reporter, developer, nonMember] = [
      await createMember(root, `/projects/${project.id}`, 20),
      await createMember(root, `/projects/${project.id}`, 30),
      await createUser(),
    ];
    expect((await create(project, 'a', 'main', reporter.api)).status).toBe(403);
    expect((await create(project, 'b', 'main', developer.api)).status).toBe(201);
    expect((await create(project, 'c', 'main', nonMember.api)).status).toBe(404);
  });
});

describe('DELETE /projects/:id/repository/branches/:branch', () => {
  it('deletes a branch once', async () => {
    const project = shared;
    await create(project, 'old/one');
    const path = `${project.repository}/branches/old%2Fone`;
    expect((await root.delete(path)).status).toBe(204);
    expect(await root.delete(path)).toMatchObject({ status: 404, body: { message: '404 Branch Not Found' } });
    expect((await create(project, 'old')).status).toBe(201);
  });

  it('keeps the default branch', async () => {
    const project = shared;
    expect(await root.delete(`${project.repository}/branches/main`)).toMatchObject({
      status: 400,
      body: { message: 'The default branch of a project cannot be deleted.' },
    });
  });

  it('honours If-Unmodified-Since', async () => {
    const project = shared;
    await create(project, 'dated');
    const path = `${project.repository}/branches/dated`;
    const stale = { 'If-Unmodified-Since': new Date(Date.now() - 86_400_000).toUTCString() };
    expect(await root.delete(path, undefined, stale)).toMatchObject({
      status: 412,
      body: { message: '412 Precondition Failed' },
    });
    const fresh = { 'If-Unmodified-Since': new Date(Date.now() + 60_000).toUTCString() };
    expect((await root.delete(path, undefined, fresh)).status).toBe(204);
  });
});

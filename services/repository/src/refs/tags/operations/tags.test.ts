import { asRoot, createMember } from '@forgemesh/testing';
import { createRepository, type TestRepository } from '#testing/fixtures';
import { GitClone } from '#testing/git-client';

const root = asRoot();

function tagsOf(project: TestRepository): string {
  return `${project.repository}/tags`;
}

async function create(project: TestRepository, tag_name: string, fields: object = {}, as = root) {
  return as.post(tagsOf(project), { tag_name, ref: 'main', ...fields });
}

describe('POST /projects/:id/repository/tags', () => {
  it('creates lightweight and annotated tags', async () => {
    const project = await createRepository();
    const head = (await root.get(`${project.repository}/commits/main`)).body;
    expect(await create(project, 'v1')).toMatchObject({
      status: 201,
      body: { name: 'v1', message: null, target: head.id, commit: { id: head.id }, release: null, protected: false },
    });
    const { body } = await create(project, 'v2', { message: 'Second\n\nMore', release_description: 'Notes' });
    expect(body).toMatchObject({
      message: 'Second\n\nMore',
      commit: { id: head.id },
      release: { tag_name: 'v2', description: 'Notes' },
    });
    expect(body.target).not.toBe(head.id);
    const clone = await GitClone.of(project, (await createMember(root, `/projects/${project.id}`, 30)).token);
    await clone.run('fetch', '-q', '--tags', 'origin');
    expect((await clone.run('cat-file', '-t', 'v2')).output).toBe('tag');
    expect((await clone.run('rev-parse', 'v2')).output).toBe(body.target);
    expect((await clone.run('rev-parse', 'v2^{commit}')).output).toBe(head.id);
    clone.remove();
  });

  it('refuses invalid requests', async () => {
    const project = await createRepository();
    await create(project, 'v1');
    const message = async (tag: string, fields?: object) => (await create(project, tag, fields)).body;
    expect(await message('v1')).toEqual({ message: 'Tag v1 already exists' });
    expect(await message('a..b')).toEqual({ message: 'Tag name invalid' });
    expect(await message('v1/below')).toEqual({ message: 'Tag name invalid' });
    expect(await message('v2', { ref: 'none' })).toEqual({ message: 'Target none is invalid' });
    expect((await root.post(tagsOf(project), { tag_name: 'x' })).body).toEqual({ error: 'ref is missing' });
  });

  it('requires developers, for protected tags the level that may create them', async () => {
    const project = await createRepository();
    const [reporter, developer] = [
      await createMember(root, `/projects/${project.id}`, 20),
      await createMember(root, `/projects/${project.id}`, 30),
    ];
    expect((await create(project, 'a', {}, reporter.api)).status).toBe(403);
    expect((await create(project, 'a', {}, developer.api)).status).toBe(201);
    await root.post(`/projects/${project.id}/protected_tags`, { name: 'v*' });
    expect(await create(project, 'v1', {}, developer.api)).toMatchObject({
      status: 400,
      body: { message: 'You are not allowed to create this tag as it is protected.' },
    });
    expect(await create(project, 'v1')).toMatchObject({ status: 201, body: { protected: true } });
    expect(await root.delete(`${tagsOf(project)}/v1`)).toMatchObject({
      status: 400,
      body: { message: 'Protected tags cannot be deleted.' },
    });
  });
});

describe('GET /projects/:id/repository/tags', () => {
  it('lists by date or name, searches and pages', async () => {
    const project = await createRepository();
    for (const name of ['b', 'a']) await create(project, name);
    const clone = await GitClone.of(project, (await createMember(root, `/projects/${project.id}`, 40)).token);
    await clone.run('pull', '-q', 'origin', 'main');
    await clone.run('commit', '-q', '--allow-empty', '-m', 'Later', '--date=@4000000000');
    await clone.run('-c', 'user.name=A', 'commit', '-q', '--amend', '--no-edit');
    await clone.run('tag', 'c/new');
    expect((await clone.run('push', 'origin', 'c/new')).code).toBe(0);
    clone.remove();
    const names = async (query = '') =>
      (await root.get(`${tagsOf(project)}${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names('?order_by=name&sort=asc')).toEqual(['a', 'b', 'c/new']);
    expect(await names('?order_by=name')).toEqual(['c/new', 'b', 'a']);
    expect(new Set(await names())).toEqual(new Set(['a', 'b', 'c/new']));
    expect(await names('?search=^c')).toEqual(['c/new']);
    expect(await names('?order_by=name&per_page=2&page=2')).toEqual(['a']);
    expect((await root.get(`${tagsOf(project)}?order_by=size`)).body).toEqual({
      error: 'order_by does not have a valid value',
    });
    expect((await root.get(`${tagsOf(project)}/c%2Fnew`)).body.commit.title).toBe('Later');
    expect(await root.get(`${tagsOf(project)}/none`)).toMatchObject({
      status: 404,
      body: { message: '404 Tag Not Found' },
    });
  });
});

describe('DELETE /projects/:id/repository/tags/:tag_name', () => {
  it('deletes a tag once, with its release', async () => {
    const project = await createRepository();
    await create(project, 'v1', { release_description: 'Notes' });
    const path = `${tagsOf(project)}/v1`;
    const developer = await createMember(root, `/projects/${project.id}`, 30);
    expect(await developer.api.delete(path)).toMatchObject({
      status: 400,
      body: { message: 'You are not allowed to change existing tags on this project.' },
    });
    expect((await root.delete(path)).status).toBe(204);
    expect(await root.delete(path)).toMatchObject({ status: 404, body: { message: '404 Tag Not Found' } });
    expect((await root.get(`/projects/${project.id}/releases`)).body).toEqual([]);
  });
});

describe('/projects/:id/repository/tags/:tag_name/release', () => {
  it('adds notes once and replaces them', async () => {
    const project = await createRepository();
    await create(project, 'v1');
    const path = `${tagsOf(project)}/v1/release`;
    expect(await root.put(path, { description: 'x' })).toMatchObject({
      status: 404,
      body: { message: 'Release does not exist' },
    });
    expect(await root.post(path, { description: 'Notes' })).toMatchObject({
      status: 201,
      body: { tag_name: 'v1', description: 'Notes' },
    });
    expect(await root.post(path, { description: 'Notes' })).toMatchObject({
      status: 409,
      body: { message: 'Release already exists' },
    });
    expect(await root.put(path, { description: 'New' })).toMatchObject({ status: 200, body: { description: 'New' } });
    expect((await root.get(`${tagsOf(project)}/v1`)).body.release).toEqual({ tag_name: 'v1', description: 'New' });
    expect(await root.post(`${tagsOf(project)}/none/release`, { description: 'x' })).toMatchObject({
      status: 404,
      body: { message: 'Tag does not exist' },
    });
    expect((await root.post(path, {})).body).toEqual({ error: 'description is missing' });
  });
});

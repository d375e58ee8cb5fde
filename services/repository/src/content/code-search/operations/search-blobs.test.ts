import { addMember, asRoot, commitFiles, createGroup, createProject, createUser, unique } from '@forgemesh/testing';

const root = asRoot();

describe('GET /search?scope=blobs', () => {
  it('finds files of the projects whose code the caller may read', async () => {
    const word = unique('needle');
    const user = await createUser();
    const group = await createGroup(root, { visibility: 'public' });
    const create = async (fields: object): Promise<{ id: number; path_with_namespace: string }> => {
      const project = await createProject(root, { namespace_id: group.id, ...fields });
      await commitFiles(root, `/projects/${project.id}`, { 'src/a.ts': `one\n${word} here\n`, 'b.md': word });
      return project;
    };
    const open = await create({ visibility: 'public' });
    const membersOnly = await create({ visibility: 'public', repository_access_level: 'private' });
    const hidden = await create({ visibility: 'private' });
    const joined = await create({ visibility: 'private' });
    const guest = await create({ visibility: 'private' });
    await addMember(root, `/projects/${joined.id}`, user, 20);
    await addMember(root, `/projects/${guest.id}`, user, 10);

    const search = (text: string, more = '') =>
      user.api.get(`/search?scope=blobs&search=${encodeURIComponent(text)}${more}`);
    const { status, body, headers } = await search(`${word} extension:ts`);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        basename: 'src/a',
        data: `one\n${word} here\n`,
        path: 'src/a.ts',
        filename: 'src/a.ts',
        id: null,
        ref: 'main',
        startline: 1,
        project_id: joined.id,
        project_path: joined.path_with_namespace,
      },
      expect.objectContaining({ project_id: open.id, project_path: open.path_with_namespace }),
    ]);
    expect(headers.get('x-total')).toBeNull();
    const page = await search(word, '&per_page=3');
    expect(page.body).toHaveLength(3);
    expect(page.headers.get('x-next-page')).toBe('2');
    expect((await search(word, '&per_page=3&page=2')).body).toHaveLength(1);

    const inGroup = await user.api.get(`/groups/${group.id}/search?scope=blobs&search=${word}`);
    const ids = new Set(inGroup.body.map(({ project_id: id }: { project_id: number }) => id));
    expect(ids).toEqual(new Set([open.id, joined.id]));
    const all = await root.get(`/groups/${group.id}/search?scope=blobs&search=${word}`);
    const allIds = new Set(all.body.map(({ project_id: id }: { project_id: number }) => id));
    expect(allIds).toEqual(new Set([open.id, membersOnly.id, hidden.id, joined.id, guest.id]));
    expect((await user.api.get(`/groups/${unique('none')}/search?scope=blobs&search=x`)).status).toBe(404);
    expect(await user.api.get('/search?scope=blobs')).toMatchObject({
      status: 400,
      body: { error: 'search is missing' },
    });
  });

  it('runs one search of a caller at a time', async () => {
    const user = await createUser();
    const responses = await Promise.all(
      Array.from({ length: 4 }, (_, index) => user.api.get(`/search?scope=blobs&search=${unique(`text${index}`)}`)),
    );
    const statuses = new Set(responses.map(({ status }) => status));
    expect(statuses.has(200)).toBe(true);
    for (const status of statuses) expect([200, 429]).toContain(status);
  });
});

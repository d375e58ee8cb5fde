import {
  api,
  asRoot,
  createUser,
  createMember,
  ids,
  createGroup,
  createProject,
  borrowUser,
  type ApiClient,
  type TestUser,
  type TestGroup,
  type TestProject,
} from '@forgemesh/testing';

const link_url = 'http://example.com/%{project_path}?id=%{project_id}';
const image_url = 'https://example.com/%{default_branch}/%{commit_sha}.svg';

describe('badges', () => {
  let owner: TestUser;
  let group: TestGroup;
  let project: TestProject;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api, { visibility: 'public' });
    project = await createProject(owner.api, {
      namespace_id: group.id,
      visibility: 'public',
      initialize_with_readme: true,
    });
    path = `/projects/${project.id}/badges`;
  });

  it('of a personal project have its full path', async () => {
    const own = await createProject(owner.api);
    const { body } = await owner.api.post(`/projects/${own.id}/badges`, { link_url, image_url });
    expect(body.rendered_link_url).toBe(`http://example.com/${own.path_with_namespace}?id=${own.id}`);
    expect(own.path_with_namespace).toBe(`${owner.username}/${own.path}`);
  });

  it('of a project are created, shown, changed and removed', async () => {
    const created = await owner.api.post(path, { link_url, image_url, name: 'Build' });
    const { body: branch } = await owner.api.get(`/projects/${project.id}/repository/branches/master`);
    const expected = {
      name: 'Build',
      link_url,
      image_url,
      rendered_link_url: `http://example.com/${project.path_with_namespace}?id=${project.id}`,
      rendered_image_url: `https://example.com/master/${branch.commit.id}.svg`,
      id: expect.any(Number),
      kind: 'project',
    };
    expect({ status: created.status, body: created.body }).toEqual({ status: 201, body: expected });
    const one = `${path}/${created.body.id}`;
    expect((await api().get(one)).body).toEqual(expected);
    const changed = await owner.api.put(one, { link_url: 'http://example.com/', name: null });
    expect({ status: changed.status, body: changed.body }).toEqual({
      status: 200,
      body: { ...expected, name: null, link_url: 'http://example.com/', rendered_link_url: 'http://example.com/' },
    });
    const removed = await owner.api.delete(one);
    expect({ status: removed.status, body: removed.body }).toEqual({ status: 204, body: undefined });
    for (const response of [
      await owner.api.get(one),
      await owner.api.put(one, { name: 'x' }),
      await owner.api.delete(one),
    ])
      expect(response).toMatchObject({ status: 404, body: { message: '404 Badge Not Found' } });
  });

  it('of ancestor groups are shown by a project, which cannot change them', async () => {
    const inner = await createGroup(owner.api, { parent_id: group.id });
    const own = await createProject(owner.api, { namespace_id: inner.id });
    const badges = `/projects/${own.id}/badges`;
    const { body: ancestorIds } = await owner.api.post(`/groups/${group.id}/badges`, { link_url, image_url });
    const { body: mine } = await owner.api.post(badges, { link_url, image_url });
    const list = await owner.api.get(badges);
    expect(ids(list)).toEqual([ancestorIds.id, mine.id]);
    expect(list.body.map(({ kind }: { kind: string }) => kind)).toEqual(['group', 'project']);
    expect(list.body[0]).toMatchObject({
      rendered_link_url: `http://example.com/${own.path_with_namespace}?id=${own.id}`,
      // The project has no commit yet.
      rendered_image_url: image_url,
    });
    const page = await owner.api.get(`${badges}?per_page=1&page=2`);
    expect({ ids: ids(page), total: page.headers.get('x-total') }).toEqual({ ids: [mine.id], total: '2' });
    expect((await owner.api.get(`${badges}/${ancestorIds.id}`)).status).toBe(200);
    expect(await owner.api.delete(`${badges}/${ancestorIds.id}`)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - To delete a Group badge please use the Group endpoint' },
    });
    expect((await owner.api.put(`${badges}/${ancestorIds.id}`, { name: 'x' })).status).toBe(403);
    expect((await owner.api.delete(`/groups/${group.id}/badges/${mine.id}`)).status).toBe(404);
    expect((await owner.api.delete(`/groups/${group.id}/badges/${ancestorIds.id}`)).status).toBe(204);
    expect(ids(await owner.api.get(badges))).toEqual([mine.id]);
  });

  it('of a group are rendered with the oldest project that the caller may see', async () => {
    const own = await createGroup(owner.api, { visibility: 'public' });
    const badges = `/groups/${own.id}/badges`;
    const { body: badge } = await owner.api.post(badges, { link_url, image_url, name: 'G' });
    expect(badge).toMatchObject({
      kind: 'group',
      name: 'G',
      rendered_link_url: link_url,
      rendered_image_url: image_url,
    });
    const hidden = await createProject(owner.api, { namespace_id: own.id, visibility: 'private' });
    const open = await createProject(owner.api, { namespace_id: own.id, visibility: 'public' });
    const linkFor = async (caller: ApiClient): Promise<string> => (await caller.get(badges)).body[0].rendered_link_url;
    expect(await linkFor(owner.api)).toContain(`id=${hidden.id}`);
    expect(await linkFor(api())).toContain(`${open.path_with_namespace}?id=${open.id}`);
    expect((await owner.api.put(`${badges}/${badge.id}`, { name: 'H' })).body.name).toBe('H');
    expect((await owner.api.get(`${badges}/${badge.id}`)).body.name).toBe('H');
  });

  it('show the branch and commit only to readers of the code', async () => {
    const guarded = { visibility: 'public', repository_access_level: 'private', initialize_with_readme: true };
    const own = await createGroup(owner.api, { visibility: 'public' });
    const inside = await createProject(owner.api, { ...guarded, namespace_id: own.id });
    const [ofProject, ofGroup] = [`/projects/${inside.id}/badges`, `/groups/${own.id}/badges`];
    await owner.api.post(ofGroup, { link_url, image_url });
    const guest = await createMember(owner.api, `/projects/${inside.id}`, 10);
    const reporter = await createMember(owner.api, `/projects/${inside.id}`, 20);
    const shown = async (caller: ApiClient): Promise<string[]> => {
      const responses = await Promise.all([caller.get(ofProject), caller.get(ofGroup)]);
      return responses.flatMap(({ body }) => body.map((badge: Record<string, string>) => badge.rendered_image_url));
    };
    const rendered = expect.stringMatching(/^https:\/\/example\.com\/master\/[0-9a-f]{40}\.svg$/);
    expect(await shown(api())).toEqual([image_url, image_url]);
    expect(await shown(guest.api)).toEqual([image_url, image_url]);
    expect(await shown(reporter.api)).toEqual([rendered, rendered]);
    await owner.api.put(`/projects/${inside.id}`, { repository_access_level: 'enabled', visibility: 'private' });
    expect((await guest.api.get(ofProject)).body).toMatchObject([{ rendered_image_url: image_url }]);
  });

  it.each(['projects', 'groups'])('are rendered without being stored: GET /%s/:id/badges/render', async (kind) => {
    const at = kind === 'projects' ? path : `/groups/${group.id}/badges`;
    const query = new URLSearchParams({ link_url, image_url: 'http://example.com/a.svg' });
    const { status, body } = await owner.api.get(`${at}/render?${query}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        link_url,
        image_url: 'http://example.com/a.svg',
        rendered_link_url: `http://example.com/${project.path_with_namespace}?id=${project.id}`,
        rendered_image_url: 'http://example.com/a.svg',
      },
    });
    expect((await owner.api.get(`${at}/render?link_url=x`)).body).toEqual({ error: 'image_url is missing' });
    expect((await owner.api.get(`${at}/render?link_url=x&image_url=http://a.example`)).status).toBe(400);
    expect((await (await borrowUser()).api.get(`${at}/render?${query}`)).status).toBe(403);
  });

  it.each([
    [{ image_url }, { error: 'link_url is missing' }],
    [{ link_url, image_url: '' }, { error: 'image_url is empty' }],
    [{ link_url: 'nowhere', image_url }, { message: { link_url: ['is blocked: URI is invalid'] } }],
    [
      { link_url: 'javascript:alert(1)', image_url: 'ftp://a.example' },
      {
        message: {
          link_url: ['is blocked: Only allowed schemes are http, https'],
          image_url: ['is blocked: Only allowed schemes are http, https'],
        },
      },
    ],
    [{ link_url: 'http://a.example/"x', image_url }, { message: { link_url: ['is blocked: URI is invalid'] } }],
    [{ link_url: '%{project_path}', image_url }, { message: { link_url: ['is blocked: URI is invalid'] } }],
    [{ link_url: `http://a.example/${'a'.repeat(2048)}`, image_url }, { error: expect.stringMatching(/too long/) }],
  ])('are rejected: %#', async (request, body) => {
    expect(await owner.api.post(path, request)).toMatchObject({ status: 400, body });
  });

  it('are shown to readers and changed by maintainers of a project or owners of a group', async () => {
    const own = await createGroup(owner.api, { visibility: 'public' });
    const inside = await createProject(owner.api, { namespace_id: own.id, visibility: 'public' });
    const maintainer = await createMember(owner.api, `/groups/${own.id}`, 40);
    const developer = await createMember(owner.api, `/groups/${own.id}`, 30);
    const statuses = async (caller: ApiClient, at: string): Promise<number[]> => {
      const { body: badge } = await asRoot().post(at, { link_url, image_url });
      const responses = [
        await caller.get(at),
        await caller.post(at, { link_url, image_url }),
        await caller.put(`${at}/${badge.id}`, { name: 'x' }),
        await caller.delete(`${at}/${badge.id}`),
      ];
      return responses.map(({ status }) => status);
    };
    const [ofProject, ofGroup] = [`/projects/${inside.id}/badges`, `/groups/${own.id}/badges`];
    expect(await statuses(api(), ofProject)).toEqual([200, 401, 401, 401]);
    expect(await statuses(developer.api, ofProject)).toEqual([200, 403, 403, 403]);
    expect(await statuses(maintainer.api, ofProject)).toEqual([200, 201, 200, 204]);
    expect(await statuses(maintainer.api, ofGroup)).toEqual([200, 403, 403, 403]);
    expect(await statuses(owner.api, ofGroup)).toEqual([200, 201, 200, 204]);
    const hidden = await createProject(owner.api, { visibility: 'private' });
    expect(await statuses(developer.api, `/projects/${hidden.id}/badges`)).toEqual([404, 404, 404, 404]);
  });
});

import {
  api,
  createGroup,
  createIssue,
  createMember,
  createMergeRequest,
  createProject,
  createUser,
  type Created,
  type TestUser,
} from '@forgemesh/testing';

describe('exports of lists', () => {
  let owner: TestUser;
  let group: Created;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    path = `/projects/${(await createProject(owner.api, { namespace_id: group.id })).id}`;
    await createIssue(owner.api, path, { title: '=1+1', labels: 'one,two', description: 'First\nsecond, "quoted"' });
    await createIssue(owner.api, path, { title: 'Secret', confidential: true });
  });

  async function linesOf(address: string, client = owner.api): Promise<string[]> {
    const response = await client.get(address);
    expect(response).toMatchObject({ status: 200 });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    return String(response.body).trimEnd().split('\r\n');
  }

  it('GET /projects/:id/issues/export_csv has the visible issues, newest first', async () => {
    const [header, first, second] = await linesOf(`${path}/issues/export_csv`);
    expect(header).toMatch(/^Title,Description,Issue ID,Reference,URL,State,Author,/);
    expect(first).toMatch(/^Secret,,2,/);
    expect(first).toContain(`,${owner.username},,,true,false,`);
    // Neither a formula nor a line of its own.
    expect(second).toMatch(/^'=1\+1,"First\nsecond, ""quoted""",1,/);
    expect(second).toContain('"one, two"');
    const guest = await createMember(owner.api, path, 10);
    expect(await linesOf(`${path}/issues/export_csv`, guest.api)).toHaveLength(2);
  });

  it('GET /projects/:id/issues/export_csv has the filters of the list', async () => {
    expect(await linesOf(`${path}/issues/export_csv?labels=one`)).toHaveLength(2);
    expect(await linesOf(`${path}/issues/export_csv?not[labels]=one`)).toHaveLength(2);
    expect(await linesOf(`${path}/issues/export_csv?state=closed`)).toHaveLength(1);
    expect((await owner.api.get(`${path}/issues/export_csv?state=other`)).status).toBe(400);
  });

  it('GET /projects/:id/issues/export_csv reads lists of several batches once', async () => {
    const many = `/projects/${(await createProject(owner.api)).id}`;
    await Promise.all(Array.from({ length: 103 }, () => createIssue(owner.api, many)));
    const [, ...rows] = await linesOf(`${many}/issues/export_csv`);
    const urls = rows.flatMap((row) => /\/issues\/(\d+)/.exec(row)?.[1] ?? []).map(Number);
    expect(urls).toHaveLength(103);
    expect(new Set(urls).size).toBe(103);
  });

  it('GET /groups/:id/issues/export_csv has those of its projects', async () => {
    expect(await linesOf(`/groups/${group.id}/issues/export_csv?search=Secret`)).toHaveLength(2);
  });

  it('GET /projects/:id/merge_requests/export_csv has the merge requests', async () => {
    await createMergeRequest(owner.api, path, { title: '@home', source_branch: 'one' });
    const [header, first] = await linesOf(`${path}/merge_requests/export_csv`);
    expect(header).toMatch(/^Title,Description,MR IID,/);
    expect(first).toMatch(/^'@home,,1,/);
    expect(await linesOf(`${path}/merge_requests/export_csv?state=merged`)).toHaveLength(1);
    expect(await linesOf(`/groups/${group.id}/merge_requests/export_csv`)).toHaveLength(2);
    const guest = await createMember(owner.api, path, 10);
    expect((await guest.api.get(`${path}/merge_requests/export_csv`)).status).toBe(403);
  });

  it('is hidden from others', async () => {
    const stranger = await createUser();
    for (const list of ['issues', 'merge_requests']) {
      expect((await stranger.api.get(`${path}/${list}/export_csv`)).status).toBe(404);
      expect((await stranger.api.get(`/groups/${group.id}/${list}/export_csv`)).status).toBe(404);
      expect((await api().get(`${path}/${list}/export_csv`)).status).toBe(401);
    }
  });
});
